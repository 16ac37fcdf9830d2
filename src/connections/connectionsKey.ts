/** The key of the connections in global state; nothing is stored below it until one was added. */
export const CONNECTIONS_KEY = 'connections';
