/**
 * The key under which the connections are stored in global state. Nothing is stored until the first connection is
 * added.
 */
export const CONNECTIONS_KEY = 'connections';
