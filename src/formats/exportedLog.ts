/** The files that logs are exported to, piece by piece, so that none is ever held as a whole. */

import type { DetectionLog, LogKey, LogRow } from '../service/model.ts';
import { ROW_FIELD_NAMES, rowFields } from '../service/rowFields.ts';
import { type ExportHead, NDJSON_HEAD } from './exportHead.ts';

/** The content of a file for each log. */
export interface ExportContent {
  /** Whether logs are in full (section 2.2), not only as a list shows them. */
  readonly detail: boolean;
  readonly redacted: boolean;
  /** The facts that the file states about itself; undefined states none. */
  readonly head?: ExportHead | undefined;
}

/** A log to write, already redacted if the caller wants that. */
export interface ExportedLog {
  readonly key: LogKey;
  readonly row: LogRow;
  /** The log; undefined when only the row is exported. */
  readonly detail: DetectionLog | undefined;
  /** Notes on its redaction for the reader. */
  readonly notes: readonly string[];
}

/** The reason why the detail of a log is missing, as shown to the user. */
export interface ExportFailure {
  /** A `FaultCode`, or `not-processed`. */
  readonly code: string;
  readonly message: string;
}

/** A file, from its start to its end. It keeps its place: one is made for each file. */
export interface ExportFormat {
  readonly start: string;
  log(log: ExportedLog): string;
  /** A log whose detail could not be read; it is written after all others. */
  failedLog(log: ExportedLog, failure: ExportFailure): string;
  /** Returns everything that follows the last log, with the texts of `failedLog`. */
  end(failedLogs: readonly string[]): string;
  /** Cells so far that are longer than spreadsheets hold; only of a file with cells. */
  readonly longCells?: () => number;
}

/** Members that exports give a meaning of their own: a field of the service so called is under `other`. */
const OWN_MEMBERS = new Set(['user_domain_idx', 'redaction_notes', 'detail', 'error', 'other', NDJSON_HEAD]);
const ROW_MEMBERS = new Set(ROW_FIELD_NAMES);

/**
 * Returns the JSON members of an exported log besides its detail: its domain and row under the names of the wire,
 * unknown fields too.
 */
export function exportMembers({ key, row, notes }: ExportedLog): Readonly<Record<string, unknown>> {
  const known = Object.fromEntries(rowFields(row).filter(([, value]) => value !== undefined));
  const isOwn = (name: string, value: unknown) =>
    OWN_MEMBERS.has(name) || (ROW_MEMBERS.has(name) && (name in known || !isOtherType(name, value)));
  const fields = Object.entries(row.other);
  const other = fields.filter(([name, value]) => isOwn(name, value));
  return {
    ...Object.fromEntries(fields.filter(([name, value]) => !isOwn(name, value))),
    user_domain_idx: key.domain,
    ...known,
    ...(other.length > 0 && { other: Object.fromEntries(other) }),
    ...(notes.length > 0 && { redaction_notes: notes }),
  };
}

/** Whether a value under the name of a row's field is not taken for that field when it is read. */
function isOtherType(name: string, value: unknown): boolean {
  return typeof value !== 'string' && value !== null && !(name === 'log_time' && typeof value === 'number');
}
