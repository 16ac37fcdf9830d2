/**
 * The parts of undici that the direct route bundles. Bundling all of undici would double the size of the package.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
