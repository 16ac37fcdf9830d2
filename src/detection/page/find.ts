/** Finds the occurrences of a text in another. */

/** The number of matches after which the search stops. */
export const MATCH_LIMIT = 2_000;

export interface Match {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** The first `MATCH_LIMIT` places, in order, that do not overlap. None for an empty query. */
export function findMatches(text: string, query: string, matchCase: boolean): Match[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), matchCase ? 'g' : 'gi');
  const matches: Match[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    matches.push({ start: index, end: index + found.length });
    if (matches.length === MATCH_LIMIT) break;
  }
  return matches;
}
