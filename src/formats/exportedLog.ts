/** The content of files of exported logs. */

import type { Detail } from '../redaction/redact.ts';
import {
  type DateRange,
  type DetectionLog,
  type LogFilter,
  type LogKey,
  type LogRow,
  TEXT_FILTERS,
} from '../service/model.ts';
import type { Message } from '../text/l10n.ts';

/** The name of the member with the export's facts in the first NDJSON object. */
export const NDJSON_HEAD = '_export';

/** Facts about an export. Facts that are missing from a file are undefined, except `filter`, which is empty. */
export interface ExportHead {
  readonly level?: Detail | undefined;
  readonly content?: 'full' | 'rows' | undefined;
  /** Host and port of the service, or `SAMPLE_BASE`. */
  readonly service?: string | undefined;
  /** The `timezone` in the service's responses. */
  readonly timeZone?: string | undefined;
  readonly filter?: LogFilter | undefined;
}

/** Maximum length, in UTF-16 units, of a string in the facts. */
const LONGEST = 1000;

const FILTER_FIELDS: readonly (keyof LogFilter)[] = ['from', 'to', ...TEXT_FILTERS];

/** Parses the facts from a file. Ignores facts of the wrong type. */
export function parseHead(value: unknown): ExportHead {
  const head: Readonly<Record<string, unknown>> = Object(value);
  const filter: Readonly<Record<string, unknown>> = Object(head['filter']);
  const sent = Object.entries(filter).filter(
    ([name, value]) => FILTER_FIELDS.includes(name as keyof LogFilter) && textOf(value) !== undefined,
  );
  return {
    level: oneOf(head['level'], ['essential', 'exact']),
    content: oneOf(head['content'], ['full', 'rows']),
    service: textOf(head['service']),
    timeZone: textOf(head['timeZone']),
    filter: Object.fromEntries(sent),
  };
}

function oneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((each) => each === value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LONGEST ? value : undefined;
}

/** The content to write to a file for each log. */
export interface ExportContent {
  /** True for full logs (section 2.2); false for only the rows of a list. */
  readonly detail: boolean;
  readonly level: Detail;
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

/** A file format: a start, followed by one record per log. */
export interface ExportFormat {
  readonly name: string;
  readonly description: Message;
  readonly start: (content: ExportContent) => string;
  readonly record: (log: ExportedLog, content: ExportContent) => string;
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
