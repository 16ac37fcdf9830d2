import { withoutFormulas } from './formulas.ts';

/** A cell of CSV before it is written; undefined is empty. */
export type CsvValue = string | number | undefined;

/** A record of CSV (RFC 4180), CRLF at its end. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Formats a cell: a number plain, a text in quotation marks, so that a program that is set up for it reads `1e5` or
 * `007` as text. No text is taken for a formula. Undefined is empty.
 */
export function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}
