import { withoutFormulas } from './formulas.ts';

/** The value of a CSV cell; undefined is empty. */
export type CsvValue = string | number | undefined;

/** Returns a CSV record (RFC 4180), ending in CRLF. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Formats a cell. Numbers are not quoted, but strings are, so that programs with the matching setting read `1e5` and
 * `007` as text. No text is interpreted as a formula. Undefined is empty.
 */
export function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}
