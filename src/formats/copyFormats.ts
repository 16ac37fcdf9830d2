/** The exact formats in which logs are copied. To add one, write its writer, and add a row here. */
import type { Segment } from '../redaction/segments.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { english, type Message, message } from '../text/l10n.ts';
import { curlRequest, toCurl, toCurlPowerShell } from './curl.ts';
import { harEntry, harOf } from './har.ts';
import { toJson } from './json.ts';

export interface LogToCopy {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  /** The link to the log, as returned by `formatLink`; empty if there is none. */
  readonly link: string;
}

/** The text to copy. */
export interface LogCopy {
  readonly segments: readonly Segment[];
  /** The title of a report: one line of plain text, sanitized for display. */
  readonly title: string;
  /** Notes to read before sharing the copy. They quote nothing from the logs. */
  readonly notes: readonly Message[];
}

interface CopyFormat {
  /** The name, as in “Copied as …”. */
  readonly name: string | Message;
  readonly record: (log: LogToCopy) => unknown;
  /** Writes the records as one text; by default, one after the other. */
  readonly join?: (records: readonly unknown[], version: string) => string;
  /** Returns what to consider before using the copy of a log. */
  readonly remarks?: (log: LogToCopy) => readonly Message[];
}

/** The note on an exact copy. */
export const NOTHING_HIDDEN = message('Nothing is hidden. This might contain secrets.');

export const copyFormats = {
  // The remarks are not comments in the commands, because some interactive shells would run them.
  curl: {
    name: message('cURL for POSIX shells'),
    record: ({ log }) => toCurl(log),
    remarks: ({ log }) => curlRequest(log).remarks,
  },
  curlPowerShell: {
    name: message('cURL for PowerShell'),
    record: ({ log }) => toCurlPowerShell(log),
    remarks: ({ log }) => curlRequest(log).remarks,
  },
  har: { name: 'HAR', record: ({ log, row }) => harEntry(log, row), join: harOf },
  json: {
    name: 'JSON',
    record: ({ log }) => toJson(log),
    join: (records) => (records.length === 1 ? records.join() : `[\n${records.join(',\n')}]\n`),
  },
} satisfies Readonly<Record<string, CopyFormat>>;
export type CopyFormatName = keyof typeof copyFormats;
export const COPY_FORMATS = Object.keys(copyFormats) as readonly CopyFormatName[];

export interface CopyRequest {
  readonly format: CopyFormatName;
  /** The logs, in the order to copy. */
  readonly logs: readonly LogToCopy[];
  /** The version of this extension. */
  readonly version: string;
}

/** Writes logs as one text. */
export function writeCopy({ format, logs, version }: CopyRequest): LogCopy {
  const written: CopyFormat = copyFormats[format];
  const { record, join = (records) => records.join('\n'), remarks = () => [] } = written;
  return {
    segments: [join(logs.map(record), version)],
    title: '',
    notes: different([NOTHING_HIDDEN, ...logs.flatMap(remarks)]),
  };
}

export function different(notes: readonly Message[]): Message[] {
  return [...new Map(notes.map((note) => [english(note), note])).values()];
}
