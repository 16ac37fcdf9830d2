import type { LogRow } from '../service/model.ts';
import { ROW_FIELD_NAMES, rowFields } from '../service/rowFields.ts';
import { withoutFormulas } from './formulas.ts';

/** A cell of CSV before it is written; undefined is empty. */
export type CsvValue = string | number | undefined;

/** The columns of a row: the names of the wire, and `other` for the fields that the interface does not name. */
export const ROW_COLUMNS: readonly string[] = [...ROW_FIELD_NAMES, 'other'];

/** A row's values under `ROW_COLUMNS`; `other` is JSON. Nothing is redacted. */
export function rowValues(row: LogRow): CsvValue[] {
  return [...rowFields(row).map(([, value]) => value), otherJson(row.other)];
}

/** Fields that the interface does not name as JSON; undefined when there are none. */
export function otherJson(other: LogRow['other']): string | undefined {
  return Object.keys(other).length === 0 ? undefined : JSON.stringify(other);
}

/** A record of CSV (RFC 4180), CRLF at its end. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell: a number plain, a text in quotation marks, so that a program which is told so reads `1e5` or `007` as text. No
 * text is taken for a formula. Undefined is empty.
 */
export function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}
