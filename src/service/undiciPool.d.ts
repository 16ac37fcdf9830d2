/** The one part of undici that is used, by its file: undici's index would add its fetch, cache, mocks and WebSocket. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
