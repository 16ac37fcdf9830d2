/**
 * Checks a filter in the extension, because the service might ignore a parameter or the conventions might not specify
 * one. Contains only pure functions.
 */

import { caseFolded, composed } from '../../text/strings.ts';
import { parseDay } from '../calendar.ts';
import type { Conventions } from '../differences.ts';
import { type ListedLog, type LogFilter, type LogRow, rowTextEntries } from '../model.ts';

export type FilterField = keyof LogFilter;
/** The names of the parameters that filter a list; null for one that the service does not have. */
export type FilterNames = Pick<Conventions, `${FilterField}Filter`>;

/** Checks the logs of a list page by page, and keeps the fields of the filter that the service did not apply. */
export class FilterCheck {
  readonly #tests: ReturnType<typeof testsOf>;
  /** Fields that were sent but that the service did not apply: at least one log does not match them. */
  readonly ignored = new Set<FilterField>();
  /** The fields that could not be sent because the conventions do not specify a parameter for them. */
  readonly unasked: ReadonlySet<FilterField>;

  /** @param names the names of the parameters that contained the filter */
  constructor(filter: LogFilter, names: FilterNames) {
    this.#tests = testsOf(filter);
    const fields = this.#tests.map(({ field }) => field);
    this.unasked = new Set(fields.filter((field) => names[`${field}Filter`] === null));
  }

  /** Returns the logs that match. A row that does not show whether it matches is included if the filter was sent. */
  matching(logs: readonly ListedLog[]): readonly ListedLog[] {
    return logs.filter(({ row }) => {
      const failed = this.#tests.filter(({ field, test }) => !(test(row) ?? !this.unasked.has(field)));
      for (const { field } of failed) if (!this.unasked.has(field)) this.ignored.add(field);
      return failed.length === 0;
    });
  }
}

/** Returns a predicate for the rows that match a filter. A row that does not show whether it matches is rejected. */
export function rowMatcher(filter: LogFilter): (row: LogRow) => boolean {
  const tests = testsOf(filter).map(({ test }) => test);
  return (row) => tests.every((test) => test(row) === true);
}

/** Returns whether a row matches, or undefined if that cannot be determined from the row. */
type RowTest = (row: LogRow) => boolean | undefined;

function testsOf(filter: LogFilter): readonly { readonly field: FilterField; readonly test: RowTest }[] {
  return Object.entries(filter)
    .filter(([, wanted]) => wanted !== undefined)
    .map(([name, wanted]) => {
      const field = name as FilterField;
      return { field, test: testOf(field, wanted) };
    });
}

function testOf(field: FilterField, wanted: string): RowTest {
  const needle = caseFolded(wanted);
  const is = (text = '') => caseFolded(text) === needle;
  const has = (text = '') => caseFolded(text).includes(needle);
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
      // The service also searches fields that a row without raw data does not show.
      return (row) => holds(row) || (row.rawData === undefined ? undefined : false);
    }
  }
}

function ifKnown(text: string | undefined, test: (text: string) => boolean): boolean | undefined {
  return text === undefined || text === '' ? undefined : test(text);
}

/** Returns the day on which a row was logged, or undefined if its time does not begin with a date. */
export function dayOf({ time }: { readonly time?: string | undefined }): string | undefined {
  return time === undefined ? undefined : parseDay(time.slice(0, 10));
}

/** Returns the canonical form of an address: an IPv6 address can be written in many ways, and can contain an IPv4 one. */
export function canonicalAddress(text: string): string {
  const address = text.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  const url = `http://[${address}]`;
  return address.includes(':') && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}

/**
 * Returns a predicate for rows that contain `keyword` in any string, ignoring case. Characters other than letters and
 * digits are also matched in percent-encoded form, spaces also as `+`, and letters both composed and decomposed. Does
 * not copy texts, so that many rows can be searched on each keystroke.
 */
export function keywordTest(keyword: string): (row: LogRow) => boolean {
  const shortest = composed(keyword);
  const pattern = new RegExp(Array.from(shortest, characterPattern).join(''), 'i');
  const holds = (value: unknown) => {
    if (typeof value === 'string') return value.length >= shortest.length && pattern.test(value);
    return value !== undefined && pattern.test(JSON.stringify(value));
  };
  const isNumber = /^\d+$/.test(keyword);
  return (row) =>
    rowTextEntries.some(([name]) => holds(row[name])) ||
    (isNumber && holds(row.idx)) ||
    Object.values(row.other).some(holds);
}

/** Returns a pattern that matches one character, either composed or decomposed. */
function characterPattern(character: string): string {
  const parts = character.normalize('NFD');
  if (parts === character) return codePointPattern(character);
  return `(?:${codePointPattern(character)}|${Array.from(parts, codePointPattern).join('')})`;
}

/** Returns a pattern that matches one code point, either unencoded or as encoded in a URL. */
function codePointPattern(character: string): string {
  if (/[a-z\d]/i.test(character)) return character;
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
  const encoded = Array.from(new TextEncoder().encode(character), percentEncoded).join('');
  return character === ' ' ? '(?: |%20|\\+)' : `(?:${plain}|${encoded})`;
}

function percentEncoded(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}
