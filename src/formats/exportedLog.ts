/** The files that logs are exported to, piece by piece, so that none is ever held as a whole. */
import type { DetectionLog, LogKey, LogRow } from '../service/model.ts';

/** The content of a file for each log. */
export interface ExportContent {
  /** Whether logs are in full (section 2.2), not only as a list shows them. */
  readonly detail: boolean;
  readonly redacted: boolean;
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
