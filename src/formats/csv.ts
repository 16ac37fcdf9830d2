import { withoutFormulas } from './formulas.ts';

/** A cell of CSV before it is written; undefined is empty. */
export type CsvValue = string | number | undefined;

/** Returns a CSV record (RFC 4180), with a final CRLF. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Formats a cell: a number plain, a text in quotation marks, so that a program with that setting reads `1e5` or `007`
 * as text. No text is interpreted as a formula. Undefined is empty.
 */
export function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}
