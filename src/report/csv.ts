import type { LogRow } from '../service/model.ts';
import { ROW_FIELD_NAMES, rowFields } from './rowFields.ts';

/** The first line of a CSV of rows: the names of the wire, and `other` for the fields that the interface does not name. */
export const CSV_HEADER = `${[...ROW_FIELD_NAMES, 'other'].join(',')}\r\n`;

/**
 * A row as a record of CSV (RFC 4180, CRLF at its end). Absent fields are empty, `other` is JSON. Nothing is redacted; a
 * cell that a spreadsheet could take for a formula begins with an apostrophe.
 */
export function csvLine(row: LogRow): string {
  const other = Object.keys(row.other).length === 0 ? undefined : JSON.stringify(row.other);
  const cells = [...rowFields(row).map(([, value]) => value), other];
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Signs that begin a formula, their full-width forms, and control characters, which some programs skip. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;

/** A cell, quoted where it has to be; no text is taken for a formula. Undefined is empty. */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
