/** The content of files of exported logs. */

import * as v from 'valibot';
import {
  type DateRange,
  type DetectionLog,
  type LogKey,
  type LogRow,
  TEXT_FILTERS,
} from '../service/model.ts';
import type { Message } from '../text/l10n.ts';

/** The name of the member with the export's facts in the first NDJSON object. */
export const NDJSON_HEAD = '_export';

/** Returns the schema of a fact. A fact of the wrong type is undefined. */
function factOf<T>(known: v.GenericSchema<unknown, T>) {
  return v.fallback(v.optional(known), undefined);
}

const text = v.pipe(v.string(), v.maxLength(1000));

const exportHead = v.object({
  level: factOf(v.picklist(['essential', 'exact'])),
  content: factOf(v.picklist(['full', 'rows'])),
  /** Host and port of the service, or `SAMPLE_BASE`. */
  service: factOf(text),
  /** The `timezone` in the service's responses. */
  timeZone: factOf(text),
  filter: factOf(v.object(v.entriesFromList(['from', 'to', ...TEXT_FILTERS], v.exactOptional(text)))),
});

/** Facts about an export. Facts that are missing from a file are undefined. */
export type ExportHead = v.InferOutput<typeof exportHead>;

/** Parses the facts from a file. Ignores facts of the wrong type. */
export function parseHead(value: unknown): ExportHead {
  return v.parse(v.fallback(exportHead, {}), value);
}

/** A log to write, already at the level that the user chose. */
export interface ExportedLog {
  readonly key: LogKey;
  readonly row: LogRow;
  /** The full log; undefined if only the row is exported or the details could not be read. */
  readonly detail?: DetectionLog | undefined;
  /** The reason why the details could not be read. */
  readonly failure?: ExportFailure | undefined;
  /** The facts about the export, which are written with the first log. */
  readonly head?: ExportHead | undefined;
}

/** The reason why a log's details are missing, as shown to the user. */
export interface ExportFailure {
  /** A `FaultCode`, or `not-processed`. */
  readonly code: string;
  readonly message: string;
}

/**
 * A file format: a start, followed by one record per log. `isFull` is true for full logs (section 2.2), and false for
 * only the rows of a list.
 */
export interface ExportFormat {
  readonly name: string;
  readonly description: Message;
  readonly start: (isFull: boolean) => string;
  readonly record: (log: ExportedLog, isFull: boolean) => string;
}

/**
 * Returns the file name for one log, which contains only its numbers and the given extension.
 * @example logFileName(key, 'har') // 'detection-log-7-12.har'
 */
export function logFileName(key: LogKey, extension: string): string {
  return `detection-log-${key.domain}-${key.idx}.${extension}`;
}

/**
 * Returns the file name for the logs of a domain.
 * @example rowsFileName(7, range, 'csv') // 'detection-logs-7-20260101-20260131.csv', or without dates
 */
export function rowsFileName(domain: number, range: Partial<DateRange>, extension: string): string {
  const days = [range.from, range.to].map((day) => day?.replace(/\D/g, '') ?? '').filter((day) => day !== '');
  return `${['detection-logs', domain, ...days].join('-')}.${extension}`;
}
