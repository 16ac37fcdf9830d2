/** The key of the connections in global state; nothing is stored under it until one is added. */
export const CONNECTIONS_KEY = 'connections';
