/**
 * The paths of the files that show the page at the time of a failure: a screenshot (`.png`) and the text of the page
 * (`.txt`).
 */
import path from 'node:path';
import { cache } from './run.mjs';

/** Emptied on each run of `npm test`. */
export const sights = path.join(cache, 'screenshots/failed');

/**
 * @param {string} file The test file, relative to the project folder.
 * @param {string} title
 * @returns {string} A path without an extension.
 */
export function sightOf(file, title) {
  const name = `${path.basename(file, '.test.ts')} ${title.replace(/^".*" hook.*$/, 'hook')}`;
  return path.join(sights, name.replaceAll(/[^\w]+/g, '-').slice(0, 100));
}
