/**
 * A filter checked on this side: the service may ignore a parameter, and the conventions may name none for it. Pure.
 */
import { folded } from '../../text/folded.ts';
import { parseDay } from '../calendar.ts';
import type { ParameterNames } from '../conventions.ts';
import type { ListedLog, LogFilter, LogRow } from '../model.ts';
import { keywordTest } from './keyword.ts';

export type FilterField = keyof LogFilter;

export interface Checked {
  /** The rows that match, in the order given. */
  readonly logs: readonly ListedLog[];
  /** What was sent and is not so of every log: the service did not apply it. */
  readonly ignored: readonly FilterField[];
  /** The fields that could not be sent: the conventions name no parameter. */
  readonly unasked: readonly FilterField[];
}

/**
 * The logs that `filter` leaves. A row that does not tell whether it matches does so if the service was asked.
 *
 * @param names the parameters that the filter was sent under
 */
export function checkLogs(
  logs: readonly ListedLog[],
  filter: LogFilter,
  names: ParameterNames<FilterField>,
): Checked {
  const tests = testsOf(filter);
  const isAsked = (field: FilterField) => names[field] !== null;
  const ignored = new Set<FilterField>();
  const left = logs.filter(({ row }) => {
    let matches = true;
    for (const { field, test } of tests) {
      if (test(row) ?? isAsked(field)) continue;
      matches = false;
      if (isAsked(field)) ignored.add(field);
    }
    return matches;
  });
  return {
    logs: left,
    ignored: [...ignored],
    unasked: tests.map(({ field }) => field).filter((field) => !isAsked(field)),
  };
}

/** Returns a test for rows of the list; a row that does not tell whether it matches does not match. */
export function rowMatcher(filter: LogFilter): (row: LogRow) => boolean {
  const tests = testsOf(filter).map(({ test }) => test);
  return (row) => tests.every((test) => test(row) === true);
}

/** Whether a row matches; undefined when it does not tell. */
type RowTest = (row: LogRow) => boolean | undefined;

function testsOf(filter: LogFilter): readonly { readonly field: FilterField; readonly test: RowTest }[] {
  return Object.entries(filter)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]) => ({ field: name as FilterField, test: testOf(name as FilterField, wanted) }));
}

function testOf(field: FilterField, wanted: string): RowTest {
  const needle = folded(wanted);
  const is = (text = '') => folded(text) === needle;
  const has = (text = '') => folded(text).includes(needle);
  switch (field) {
    case 'from':
      return (row) => ifKnown(dayOf(row), (day) => day >= wanted);
    case 'to':
      return (row) => ifKnown(dayOf(row), (day) => day <= wanted);
    case 'detectedType':
    case 'action':
      return (row) => ifKnown(row[field], is);
    case 'rule':
      return (row) => ifKnown(row.rule ?? row.ruleRaw, () => has(row.rule) || has(row.ruleRaw));
    case 'address': {
      const address = canonicalAddress(wanted);
      return (row) => ifKnown(row.address, (text) => is(text) || canonicalAddress(text) === address);
    }
    case 'countryCode':
      return (row) => ifKnown(row.countryCode ?? row.country, () => is(row.countryCode) || is(row.country));
    case 'uri':
      return (row) => ifKnown(row.uri, has);
    case 'keyword': {
      const holds = keywordTest(wanted);
      // The service also looks where a row without raw data does not show.
      return (row) => holds(row) || (row.rawData === undefined ? undefined : false);
    }
  }
}

function ifKnown(text: string | undefined, test: (text: string) => boolean): boolean | undefined {
  return text === undefined || text === '' ? undefined : test(text);
}

/** The day of a row's time as sent, if it begins with one. */
function dayOf({ time }: LogRow): string | undefined {
  return time === undefined ? undefined : parseDay(time.slice(0, 10));
}

/** The one way to write an address: IPv6 has many. */
function canonicalAddress(text: string): string {
  const url = `http://[${text}]`;
  return text.includes(':') && URL.canParse(url) ? new URL(url).hostname : text.toLowerCase();
}
