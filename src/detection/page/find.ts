/** Finds a string in other strings. */
import type { TextRange } from '../../http/decode/mappedText.ts';

/** The number of matches after which the search stops. */
export const MATCH_LIMIT = 2_000;

/** A match and the index of the string that contains it. */
export interface Found extends TextRange {
  readonly index: number;
}

/** Returns the first `MATCH_LIMIT` matches, in order, without overlaps. Returns no matches for an empty query. */
export function findMatches(texts: Iterable<string>, query: string, matchCase: boolean): Found[] {
  const found: Found[] = [];
  if (query === '') return found;
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), matchCase ? 'g' : 'gi');
  let index = 0;
  for (const text of texts) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      found.push({ index, start: match.index, end: match.index + match[0].length });
      if (found.length === MATCH_LIMIT) return found;
    }
    index++;
  }
  return found;
}
