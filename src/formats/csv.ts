import { type DetectionLog, type LogRow, ROW_FIELD_NAMES, rowFields } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import type { ExportFormat } from './exportedLog.ts';
import { headOf } from './json.ts';

/** The value of a CSV cell; undefined is empty. */
type CsvValue = string | number | undefined;

/** Returns a CSV record (RFC 4180), ending in CRLF. */
function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Formats a cell. Strings are quoted and numbers are not, so that programs that treat quoted cells as text do not
 * convert `1e5` or `007` to a number. No text can be interpreted as a formula. Undefined becomes an empty cell.
 */
function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}

/** Characters that start a formula, and their full-width forms. */
const SIGN = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** Characters that start a new cell in programs with another separator, which ignore the quotation marks. */
const CELL_END = /([;|\t\n\v\f\r\u0085\u2028\u2029])/;
/** A character that programs do not skip at the start of a cell. */
const NOT_SKIPPED = /[^"\s\p{Cc}\p{Cf}]/u;

/**
 * Inserts an apostrophe before text that a spreadsheet program could interpret as a formula: at the start of the text
 * and of each line, and after semicolons, tabs, and vertical bars. Also inserts one before a control character at the
 * start.
 */
export function withoutFormulas(text: string): string {
  const parts = text.split(CELL_END).map((part) => {
    const start = part.search(NOT_SKIPPED);
    return start >= 0 && SIGN.test(part.charAt(start)) ? `'${part}` : part;
  });
  const joined = parts.join('');
  return /^\p{Cc}/u.test(joined) ? `'${joined}` : joined;
}

/** The columns for the fields of section 2.2, with their values. */
const DETAIL_COLUMNS: readonly (readonly [name: string, read: (log: DetectionLog) => CsvValue])[] = [
  ['detailed_info.virtual_host_name', (log) => log.virtualHost],
  ['detailed_info.response_code', (log) => log.responseCode],
  ['detailed_info.req_line_headers', (log) => JSON.stringify(headOf(log.request))],
  ['detailed_info.res_line_headers', (log) => JSON.stringify(headOf(log.response))],
  ['detailed_info.raw_data', (log) => log.rawData],
  ['detailed_info.basestr', (log) => log.description],
  ['detailed_info.other', (log) => otherJson(log.other)],
  ['timezone', (log) => log.timeZone],
];

/** Lets spreadsheet programs recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * CSV (RFC 4180), with one record per log that contains its domain and row. For full logs, records also contain the
 * fields of section 2.2, with headers as JSON. If those fields could not be read, the `error` column contains the
 * reason.
 */
export const csvFormat: ExportFormat = {
  name: 'CSV',
  description: message('For spreadsheets. Cells that begin with =, +, -, or @ get an apostrophe'),
  start: (isFull) =>
    BYTE_ORDER_MARK +
    csvRecord([
      'user_domain_idx',
      ...ROW_FIELD_NAMES,
      'other',
      ...(isFull ? DETAIL_COLUMNS.map(([name]) => name) : []),
      'error',
    ]),
  record: ({ key, row, detail, failure }, isFull) =>
    csvRecord([
      key.domain,
      ...rowFields(row).map(([, value]) => value),
      otherJson(row.other),
      ...(isFull ? DETAIL_COLUMNS.map(([, read]) => detail && read(detail)) : []),
      failure && `${failure.code}: ${failure.message}`,
    ]),
};

/** Returns unknown fields as JSON, or undefined if there are none. */
function otherJson(other: LogRow['other']): string | undefined {
  return Object.keys(other).length === 0 ? undefined : JSON.stringify(other);
}
