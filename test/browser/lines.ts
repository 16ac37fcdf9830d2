import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the values of a file of this folder with one JSON value per line. */
export function readLines<T>(name: string): T[] {
  const text = readFileSync(path.join(import.meta.dirname, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
