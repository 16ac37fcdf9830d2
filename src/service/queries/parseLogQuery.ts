/** Parses text that a user types to find logs. */

import { isIP } from 'node:net';
import { type Message, message } from '../../text/l10n.ts';
import { caseFolded, composed } from '../../text/strings.ts';
import { firstAllowedDay, parseDay } from '../calendar.ts';
import type { DateRange } from '../model.ts';
import type { LogQuery } from './logQuery.ts';

/** The actions that the known services report. */
export const ACTIONS = ['Blocked', 'Detected'];

/**
 * Determines the meaning of each word by its form: an address; `today`, `yesterday`, or a date (`2026-11-21`);
 * `blocked` or `detected`. A query of just two capital letters is a country code. All other words together form the
 * keyword. Text within double quotes is the keyword as typed.
 * @param meanings the queries for additional words, by `caseFolded` word
 */
export function parseLogQuery(text: string, meanings: ReadonlyMap<string, LogQuery> = new Map()): LogQuery {
  const typed = text.trim();
  const quoted = /^"(.+)"$/.exec(typed)?.[1];
  if (quoted !== undefined) return { keyword: quoted };
  if (/^[A-Z]{2}$/.test(typed)) return { countryCode: typed };
  const words = composed(typed).match(/\S+/g) ?? [];
  let query: LogQuery = {};
  const others: string[] = [];
  for (const word of words) {
    const meaning = meaningOf(word) ?? meanings.get(caseFolded(word));
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

/**
 * Parses one or two dates, as in `2026-11-01 to 2026-11-21`, with any separator used in the display languages.
 * @param today the service's current date, which determines the first day that it serves (section 8)
 */
export function parseTypedDays(typed: string, today: string): DateRange | { readonly problem: Message } {
  const text = typed.normalize('NFKC');
  const days = (text.match(/\d[\d-]*/g) ?? []).map(parseDay);
  const [from, to = from] = days;
  if (
    from === undefined ||
    to === undefined ||
    days.includes(undefined) ||
    days.length > 2 ||
    /[^\d\s,;:.–—~〜to부터까지からまで-]/i.test(text)
  ) {
    return {
      problem: message('Enter one or two dates, for example {0} to {1}', `${today.slice(0, 8)}01`, today),
    };
  }
  if (from > to) return { problem: message('The first day is after the last day.') };
  const first = firstAllowedDay(today);
  return from < first ? { problem: message('The service has logs from {0} onward', first) } : { from, to };
}
