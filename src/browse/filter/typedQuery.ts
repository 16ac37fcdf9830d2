/** Parses text that a user types to find logs. */
import { isIP } from 'node:net';
import { DAY_NAMES } from '../../formats/queryText.ts';
import { parseDay } from '../../service/calendar.ts';
import type { LogQuery } from '../../service/queries/logQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { inSentence } from '../../text/sentences.ts';
import { caseFolded, composed } from '../../text/strings.ts';

/** The actions that the known services report. */
export const ACTIONS = ['Blocked', 'Detected'];
const RANGE = /(\d{4}-\d\d-\d\d)(?: ?(?:to|부터|から|[-–—~〜～]) ?| )(\d{4}-\d\d-\d\d)(?:까지|まで)?/;

/**
 * Determines the meaning of each word by its form: an address; `today`, `yesterday`, a date (`2026-11-21`), or two;
 * `blocked` or `detected`, in the editor's language or in English. A query of just two capital letters is a country
 * code. All other words together form the keyword. Text within double quotes is the keyword as typed.
 */
export function parseTyped(text: string): LogQuery {
  const typed = text.trim();
  const quoted = /^"(.+)"$/.exec(typed)?.[1];
  if (quoted !== undefined) return { keyword: quoted };
  if (/^[A-Z]{2}$/.test(typed)) return { countryCode: typed };
  let query: LogQuery = {};
  const rest = composed(typed).replace(RANGE, (all, first: string, last: string) => {
    const [from, to] = [parseDay(first), parseDay(last)];
    if (!from || !to || from > to) return all;
    query = { days: { from, to } };
    return ' ';
  });
  const words = rest.match(/\S+/g) ?? [];
  const meanings = wordMeanings();
  const others: string[] = [];
  for (const word of words) {
    const meaning = meaningOf(word) ?? meanings.get(caseFolded(word));
    const isNew = meaning && !Object.keys(meaning).some((field) => field in query);
    if (isNew) query = { ...query, ...meaning };
    else others.push(word);
  }
  if (others.length === 0) return query;
  return { ...query, keyword: others.length === words.length ? rest.trim() : others.join(' ') };
}

function meaningOf(word: string): LogQuery | undefined {
  if (isIP(word)) return { address: word };
  const day = word.includes('-') ? parseDay(word) : undefined;
  return day === undefined ? undefined : { days: { from: day, to: day } };
}

/** Returns the words with a special meaning, case-folded, and the queries for them. */
function wordMeanings(): ReadonlyMap<string, LogQuery> {
  const words: [string, LogQuery][] = [
    ['today', { days: 'today' }],
    ['yesterday', { days: 'yesterday' }],
    ...ACTIONS.map((action): [string, LogQuery] => [action, { action }]),
    [inSentence(DAY_NAMES.today, local), { days: 'today' }],
    [inSentence(DAY_NAMES.yesterday, local), { days: 'yesterday' }],
    [t({ message: 'blocked', comment: 'typed' }), { action: 'Blocked' }],
    [t({ message: 'detected', comment: 'typed' }), { action: 'Detected' }],
  ];
  return new Map(words.map(([word, query]) => [caseFolded(word), query]));
}
