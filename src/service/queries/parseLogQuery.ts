/** Parses the text that a user types to find logs. */
import { isIP } from 'node:net';
import { composed, folded } from '../../text/folded.ts';
import { parseDay } from '../calendar.ts';
import type { LogQuery } from './logQuery.ts';

/** The actions that the known services report. */
export const ACTIONS = ['Blocked', 'Detected'];

/**
 * Decides by form what each word means: an address, `today`, `yesterday` or a day (`2026-11-21`), `blocked` or
 * `detected`; two capital letters alone are a country's code. The other words together are the keyword, and so is
 * everything within double quotes, which stays as it is typed.
 *
 * @param meanings further words with a meaning, `folded`
 */
export function parseLogQuery(text: string, meanings: ReadonlyMap<string, LogQuery> = new Map()): LogQuery {
  const typed = text.trim();
  const quoted = /^"(.+)"$/.exec(typed)?.[1];
  if (quoted !== undefined) return { keyword: quoted };
  if (/^[A-Z]{2}$/.test(typed)) return { countryCode: typed };
  const words = composed(typed).split(/\s+/).filter(Boolean);
  let query: LogQuery = {};
  const others: string[] = [];
  for (const word of words) {
    const meaning = meaningOf(word) ?? meanings.get(folded(word));
    const isNew = meaning && !Object.keys(meaning).some((field) => field in query);
    if (isNew) query = { ...query, ...meaning };
    else others.push(word);
  }
  if (others.length === 0) return query;
  return { ...query, keyword: others.length === words.length ? composed(typed) : others.join(' ') };
}

function meaningOf(word: string): LogQuery | undefined {
  if (isIP(word)) return { address: word };
  const lower = word.toLowerCase();
  if (lower === 'today' || lower === 'yesterday') return { days: lower };
  const day = word.includes('-') ? parseDay(word) : undefined;
  if (day !== undefined) return { days: { from: day, to: day } };
  const action = ACTIONS.find((each) => each.toLowerCase() === lower);
  return action === undefined ? undefined : { action };
}
