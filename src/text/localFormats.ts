/**
 * Formats numbers, dates, lists, and countries in the editor's language. Text that is shared with others is formatted
 * by `strings.ts` and `loggedTime.ts`.
 */
import { formatter, languageInUse } from './l10n.ts';

/**
 * Formats a standalone number. For a number inside a string, pass it to `t` instead.
 * @example localNumber(12345, { notation: 'compact' }) // '1.2만' in Korean
 */
export function localNumber(number: number, options: Intl.NumberFormatOptions = {}): string {
  return localFormatter('number', options, (tag) => new Intl.NumberFormat(tag, options)).format(number);
}

/** Formats an instant, in milliseconds since 1970, in the user's time zone unless the options specify one. */
export function localDate(instant: number, options: Intl.DateTimeFormatOptions): string {
  return localFormatter('date', options, (tag) => new Intl.DateTimeFormat(tag, options)).format(instant);
}

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Formats the time since an instant, in milliseconds since 1970. Returns "1 day ago" instead of "yesterday", because a
 * day here is 24 hours instead of a calendar day.
 * @example localAgo(Date.now() - 480_000) // '8 min. ago'
 */
export function localAgo(instant: number, now = Date.now()): string {
  const [unit, length] = UNITS.find((each) => Math.abs(now - instant) >= each[1]) ?? ['minute', 60_000];
  const options = { numeric: unit === 'minute' ? 'auto' : 'always', style: 'short' } as const;
  return localFormatter('ago', options, (tag) => new Intl.RelativeTimeFormat(tag, options)).format(
    Math.trunc((instant - now) / length),
    unit,
  );
}

/** Joins strings with commas and a word for "and". */
export function localList(texts: readonly string[]): string {
  return localFormatter('list', {}, (tag) => new Intl.ListFormat(tag)).format(texts);
}

/** Returns the name of a country, given its two-letter code, or undefined for any other text. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  const options = { type: 'region', fallback: 'none' } as const;
  return localFormatter('country', options, (tag) => new Intl.DisplayNames(tag, options)).of(
    code.toUpperCase(),
  );
}

function localFormatter<Formatter>(
  kind: string,
  options: object,
  create: (tag: string) => Formatter,
): Formatter {
  const { tag } = languageInUse();
  return formatter(`${kind} ${tag} ${JSON.stringify(options)}`, () => create(tag));
}
