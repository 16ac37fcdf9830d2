/** The key of the connections in global state. Nothing is stored until the first connection is added. */
export const CONNECTIONS_KEY = 'connections';
