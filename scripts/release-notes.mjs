/** Prints the section of CHANGELOG.md for the version in package.json, which is used as its release notes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './run.mjs';

/**
 * Returns the section of a changelog for a version, without its heading.
 * @param {string} changelog In the format of Keep a Changelog.
 * @param {string} version
 * @returns {string}
 * @throws {Error} if the version has no section or an empty one
 */
export function releaseNotes(changelog, version) {
  const [, ...sections] = changelog.replaceAll('\r\n', '\n').split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${version}]`) || each.startsWith(`${version} `));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) {
    throw new Error(
      `CHANGELOG.md says nothing about ${version}. Add the heading "## [${version}] - <date>".`,
    );
  }
  return `${notes}\n`;
}

if (import.meta.filename === process.argv[1]) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(root, name), 'utf8');
  try {
    process.stdout.write(releaseNotes(read('CHANGELOG.md'), JSON.parse(read('package.json')).version));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
