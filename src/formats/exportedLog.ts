/** The files to which logs are exported, written piece by piece, so that none is in memory as a whole. */

import type { DetectionLog, LogKey, LogRow } from '../service/model.ts';
import { ROW_FIELD_NAMES, rowFields } from '../service/rowFields.ts';
import { type ExportHead, NDJSON_HEAD } from './exportHead.ts';

/** The content of a file for each log. */
export interface ExportContent {
  /** True when logs are full (section 2.2), not only rows of a list. */
  readonly detail: boolean;
  readonly redacted: boolean;
  /** The facts that the file states about itself; undefined for none. */
  readonly head?: ExportHead | undefined;
}

/** A log to write, already redacted if requested. */
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

/** The format of a file, from its start to its end. It keeps state: create one for each file. */
export interface ExportFormat {
  readonly start: string;
  log(log: ExportedLog): string;
  /** Formats a log whose detail could not be read, which is written after all others. */
  failedLog(log: ExportedLog, failure: ExportFailure): string;
  /** Returns everything that follows the last log, with the texts of `failedLog`. */
  end(failedLogs: readonly string[]): string;
  /** Returns the number of cells so far that exceed the limit of spreadsheets; only for a file with cells. */
  readonly longCells?: () => number;
}

/** Members with a meaning in exports: a field of the service with such a name is under `other`. */
const OWN_MEMBERS = new Set(['user_domain_idx', 'redaction_notes', 'detail', 'error', 'other', NDJSON_HEAD]);
const ROW_MEMBERS = new Set(ROW_FIELD_NAMES);

/**
 * Returns the JSON members of an exported log except for its detail: its domain and row under the wire names, including
 * unknown fields.
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

/** True when a value under the name of a row's field is not read as that field. */
function isOtherType(name: string, value: unknown): boolean {
  return typeof value !== 'string' && value !== null && !(name === 'log_time' && typeof value === 'number');
}
