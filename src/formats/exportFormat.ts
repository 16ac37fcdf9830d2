/** The files that logs are exported to, piece by piece, so that none is ever held as a whole. */
import type { DetectionLog, LogKey, LogRow } from '../service/model.ts';

/** What a file holds of each log. */
export interface ExportContent {
  /** Whether logs are in full (section 2.2), not only as a list shows them. */
  readonly detail: boolean;
  readonly redacted: boolean;
}

/** A log as it is written: what the caller wants redacted is redacted. */
export interface ExportedLog {
  readonly key: LogKey;
  readonly row: LogRow;
  /** Undefined: only the row is exported. */
  readonly detail: DetectionLog | undefined;
  /** What a reader has to know of its redaction. */
  readonly notes: readonly string[];
}

/** Why the detail of a log is missing, as a person reads it. */
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
  /** All that follows the last log, with the texts of `failedLog`. */
  end(failedLogs: readonly string[]): string;
  /** Cells so far that are longer than spreadsheets hold; only of a file with cells. */
  readonly longCells?: () => number;
}
