/** What a language model is given of logs: redacted, limited in size, and marked as what it is. */
import type { DetectionLog, LogKey, LogRow, MessageHead } from '../service/model.ts';
import { cutText } from './cutText.ts';
import { type RedactionOptions, redactLog, redactRow } from './redact.ts';
import { rowFields } from './rowFields.ts';
import { shortened } from './toolText.ts';

/** UTF-16 units of raw data in one answer. */
export const RAW_DATA_PAGE = 12_000;
/** Headers of a request or a response, and fields that the interface does not name. */
const MOST_HEADERS = 60;

export interface LogAnswerRequest {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  readonly redaction: RedactionOptions;
  /** UTF-16 units of redacted raw data that earlier answers held; above 0 the answer holds raw data only. */
  readonly offset: number;
}

/** One log, its raw data from `offset` on. */
export function logAnswer({ log: exact, row: exactRow, redaction, offset }: LogAnswerRequest): unknown {
  const { log, row, count, notes } = redactLog(exact, exactRow, redaction);
  const part = cutText(log.rawData.slice(offset), RAW_DATA_PAGE);
  const next = offset + part.length;
  return {
    ...keyFields(log.key),
    ...(offset === 0 && {
      virtual_host_name: shortened(log.virtualHost),
      response_code: log.responseCode,
      timezone: shortened(log.timeZone),
      basestr: shortened(log.description),
      ...(row && { listed_as: rowAnswer(row) }),
      request: headAnswer(log.request),
      response: headAnswer(log.response),
      secrets_redacted: count,
      notes,
    }),
    raw_data: { offset, text: part, length: log.rawData.length },
    ...(next < log.rawData.length && { next_offset: next }),
  };
}

export interface RowsAnswerRequest {
  readonly rows: readonly { readonly key: LogKey; readonly row: LogRow }[];
  readonly redaction: RedactionOptions;
}

/** Rows of a list, without their raw data. */
export function rowsAnswer({ rows, redaction }: RowsAnswerRequest): readonly unknown[] {
  return rows.map(({ key, row: exact }) => {
    const { row, notes } = redactRow(exact, redaction);
    return { ...keyFields(key), ...rowAnswer(row), ...(notes.length > 0 && { notes }) };
  });
}

function keyFields({ domain, idx, detectedType }: LogKey) {
  return { user_domain_idx: domain, idx, detected_type: shortened(detectedType) };
}

function rowAnswer(row: LogRow): Record<string, unknown> {
  const fields = rowFields({ ...row, rawData: '' }).filter(
    ([name, value]) => value !== undefined && value !== '' && name !== 'idx',
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? shortened(value) : value]),
  );
}

function headAnswer({ firstLine, headers }: MessageHead) {
  const left = headers.length - MOST_HEADERS;
  return {
    ...(firstLine !== undefined && { first_line: shortened(firstLine) }),
    headers: headers.slice(0, MOST_HEADERS).map(([name, value]) => [shortened(name), shortened(value)]),
    ...(left > 0 && { headers_left_out: left }),
  };
}
