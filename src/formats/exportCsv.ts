import { LOG_MEMBERS } from '../service/answers/records.ts';
import type { LogRow } from '../service/model.ts';
import { ROW_FIELD_NAMES, rowFields } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import { type CsvValue, csvRecord } from './csv.ts';
import type { ExportContent, ExportedLog, ExportFormat } from './exportedLog.ts';
import { headJsonLine } from './jsonCopy.ts';

const DETAIL_COLUMNS = [...LOG_MEMBERS, 'other'].map((name) => `detailed_info.${name}`);

/**
 * The columns for a row: the field names that the service uses, and `other` for fields that the interface does not
 * define.
 */
const ROW_COLUMNS: readonly string[] = [...ROW_FIELD_NAMES, 'other'];

/** Maximum length, in UTF-16 units, of a cell in common spreadsheet programs, which truncate longer cells. */
const LONGEST_CELL = 32_767;

/** Lets spreadsheet programs recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * CSV (RFC 4180), with one record per log that contains its domain and row. For full logs, records also contain the
 * fields of section 2.2, with headers as JSON. If those fields could not be read, the `error` column contains the
 * reason.
 */
export const csvFormat: ExportFormat = {
  name: 'CSV',
  description: message('For spreadsheets'),
  start: (content) =>
    BYTE_ORDER_MARK +
    csvRecord([
      'user_domain_idx',
      ...ROW_COLUMNS,
      ...(content.detail ? [...DETAIL_COLUMNS, 'timezone'] : []),
      ...(hasErrors(content) ? ['error'] : []),
    ]),
  record: (log, content) => {
    const { failure } = log;
    const values = [
      log.key.domain,
      ...rowValues(log.row),
      ...(content.detail ? detailValues(log) : []),
      ...(hasErrors(content) ? [failure && `${failure.code}: ${failure.message}`] : []),
    ];
    const longCells = values.filter((value) => typeof value === 'string' && value.length > LONGEST_CELL);
    return { text: csvRecord(values), longCells: longCells.length };
  },
};

/** Returns true if there is a column for errors. Hiding can fail for a row that is too large or too unusual. */
function hasErrors({ detail, level }: ExportContent): boolean {
  return detail || level === 'essential';
}

function detailValues({ detail }: ExportedLog): CsvValue[] {
  if (detail === undefined) return [...DETAIL_COLUMNS, 'timezone'].map(() => undefined);
  return [
    detail.virtualHost,
    detail.responseCode,
    headJsonLine(detail.request),
    headJsonLine(detail.response),
    detail.rawData,
    detail.description,
    otherJson(detail.other),
    detail.timeZone,
  ];
}

/** Returns a row's values in the order of `ROW_COLUMNS`; `other` is JSON. Nothing is redacted. */
function rowValues(row: LogRow): CsvValue[] {
  return [...rowFields(row).map(([, value]) => value), otherJson(row.other)];
}

/** Returns unknown fields as JSON, or undefined if there are none. */
function otherJson(other: LogRow['other']): string | undefined {
  return Object.keys(other).length === 0 ? undefined : JSON.stringify(other);
}
