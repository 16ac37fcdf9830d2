/** Writes logs in the formats for exported files. To add a format, add a file with its writer and an entry here. */
import { type RedactionOptions, redactLog, redactRow } from '../redaction/redact.ts';
import type { LogFilter } from '../service/model.ts';
import { csvFormat } from './csv.ts';
import type { ExportedLog, ExportFailure, ExportFormat } from './exportedLog.ts';
import { ndjsonFormat } from './json.ts';

/** The formats by file extension. */
export const exportFormats = { csv: csvFormat, ndjson: ndjsonFormat } satisfies Readonly<
  Record<string, ExportFormat>
>;
export type ExportKind = keyof typeof exportFormats;
export const EXPORT_KINDS = Object.keys(exportFormats) as readonly ExportKind[];

export interface RecordRequest {
  readonly kind: ExportKind;
  /** See `ExportFormat`. */
  readonly isFull: boolean;
  /** The log as it was read. */
  readonly log: ExportedLog;
  /** If undefined, nothing is hidden. */
  readonly redaction: RedactionOptions | undefined;
}

/** A log as text. */
export interface WrittenRecord {
  readonly text: string;
  /** True if the log's details are missing. */
  readonly isFailed: boolean;
}

/** The failure for a log that was read but whose details could not be exported. */
const NOT_PROCESSED: ExportFailure = {
  code: 'not-processed',
  message: 'The log is too large or too unusual to be processed. Open it, and save its raw data.',
};

/**
 * Hides values in a log and returns the log as text. If the engine cannot process it, the record contains only its
 * number.
 */
export function exportRecord({ kind, isFull, log, redaction }: RecordRequest): WrittenRecord {
  const { record } = exportFormats[kind];
  try {
    return { text: record(hidden(log, redaction), isFull), isFailed: log.failure !== undefined };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const { head, ...last } = notProcessed(log);
  // The filter might be what cannot be hidden.
  const shown = redaction ? head && { ...head, level: 'essential' as const, filter: undefined } : head;
  return { text: record({ ...last, head: shown }, isFull), isFailed: true };
}

/** Returns the number of a log that cannot be processed, with the reason. */
export function notProcessed({ key, row, failure = NOT_PROCESSED, head }: ExportedLog): ExportedLog {
  return { key, row: { idx: row.idx, other: {} }, failure, head };
}

function hidden(log: ExportedLog, redaction: RedactionOptions | undefined): ExportedLog {
  if (redaction === undefined) return log;
  const { row, detail, head } = log;
  const redacted = detail && redactLog(detail, row, redaction);
  return {
    ...log,
    row: redacted?.row ?? redactRow(row, redaction),
    detail: redacted?.log,
    head: head && { ...head, level: 'essential', filter: hiddenFilter(head.filter, redaction) },
  };
}

/** Returns a filter with its values hidden as they are in rows. */
function hiddenFilter(filter: LogFilter = {}, redaction: RedactionOptions): LogFilter {
  const { from: _, to: __, keyword, ...fields } = filter;
  const { idx, other, ...hiddenFields } = redactRow({ idx: 0, ...fields, other: {} }, redaction);
  // A keyword can be part of any field. Most is hidden in a path.
  const inPath = keyword && redactRow({ idx: 0, uri: keyword, other: {} }, redaction).uri;
  return { ...filter, ...hiddenFields, ...(inPath !== undefined && { keyword: inPath }) };
}
