/** The key of the watched domains in global state; nothing is stored below it until one was watched. */
export const WATCHED_KEY = 'watchedDomains';
