/** Writes detection logs as text for pasting. To add a format, add its writer and a row to `copyFormats`. */
import type { Detail, RedactionOptions } from '../redaction/redact.ts';
import { hiddenCount, joined, type Segment } from '../redaction/segments.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { english, type Message, message, pluralMessage } from '../text/l10n.ts';
import { bugReport, NOTHING_HIDDEN } from './bugReport.ts';
import { curlRequest, toCurl, toCurlPowerShell } from './curl.ts';
import { harEntry, harOf } from './har.ts';
import { toJson } from './json.ts';
import { plainTitle } from './report/title.ts';

export interface LogToCopy {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  /** The link to the log, as returned by `formatLink`. */
  readonly link: string;
}

export interface CopyRequest {
  readonly format: CopyFormat;
  /** The logs, in the order to copy. */
  readonly logs: readonly LogToCopy[];
  /** The level of detail of bug reports. All other formats are exact. */
  readonly detail: Detail;
  readonly redaction: RedactionOptions;
  /** The version of this extension. */
  readonly version: string;
}

/** What is known of a copy besides its text. */
export interface CopyFacts {
  /** The title of the first log's bug report: one line of plain text, sanitized for display. */
  readonly title: string;
  /** The number of different hidden values in the text. */
  readonly hidden: number;
  /** Notes to read before sharing the copy. They quote nothing from the logs. */
  readonly notes: readonly Message[];
}

export interface LogCopy extends CopyFacts {
  readonly text: string;
}

/** A copy as segments, of which the user can show and hide the values. */
export interface ReportPreview extends CopyFacts {
  readonly segments: readonly Segment[];
}

interface Format {
  /** The name, as in “Copied as …”. */
  readonly name: string | Message;
  /** Writes a log as a record; undefined for bug reports, which are not exact. */
  readonly record?: (log: LogToCopy) => unknown;
  readonly join?: (records: readonly unknown[], version: string) => string;
  /** Returns what to consider before using the copy of a log. */
  readonly remarks?: (log: LogToCopy) => readonly Message[];
}

/** Other shells interpret the quotes differently. */
const POSIX_ONLY = message('Paste it into bash, zsh, or another POSIX shell only.');

const formats = {
  bugReport: { name: message('bug report') },
  // The remarks are not comments in the commands, because some interactive shells would run them.
  curl: {
    name: message('cURL for POSIX shells'),
    record: ({ log }) => toCurl(log),
    remarks: ({ log }) => [POSIX_ONLY, ...curlRequest(log).remarks],
  },
  curlPowerShell: {
    name: message('cURL for PowerShell'),
    record: ({ log }) => toCurlPowerShell(log),
    remarks: ({ log }) => curlRequest(log, 'PowerShell').remarks,
  },
  har: { name: 'HAR', record: ({ log, row }) => harEntry(log, row), join: harOf },
  json: {
    name: 'JSON',
    record: ({ log }) => toJson(log),
    join: (records) => (records.length === 1 ? records.join() : `[\n${records.join(',\n')}]\n`),
  },
} satisfies Readonly<Record<string, Format>>;
export type CopyFormat = keyof typeof formats;
export const copyFormats: Readonly<Record<CopyFormat, Format>> = formats;
export const COPY_FORMATS = Object.keys(formats) as readonly CopyFormat[];

/** Writes logs as one string. @throws ServiceError `too-large` under the same conditions as `readFields` */
export function copyLogs(request: CopyRequest, decompressedLimit?: number): LogCopy {
  const { logs, version, format } = request;
  const { record, join = (records) => records.join('\n'), remarks } = copyFormats[format];
  if (!record) {
    const { segments, ...facts } = reportPreview(request, decompressedLimit);
    return { ...facts, text: joined(segments) };
  }
  const { written, notes } = writeEach(logs, (log) => ({
    record: record(log),
    remarks: remarks?.(log) ?? [],
  }));
  return {
    text: join(
      written.map((each) => each.record),
      version,
    ),
    title: '',
    hidden: 0,
    notes: different([...notes, NOTHING_HIDDEN, ...written.flatMap((each) => each.remarks)]),
  };
}

/** Writes the bug reports of logs as segments. Their text is identical to that of `copyLogs`. */
export function reportPreview(
  { logs, detail, redaction, version }: Omit<CopyRequest, 'format'>,
  decompressedLimit?: number,
): ReportPreview {
  const { written, notes } = writeEach(logs, ({ log, row, link }) =>
    bugReport(log, row, { link, detail, redaction, version, decompressedLimit }),
  );
  const segments = written.flatMap((report, index) =>
    index === 0 ? report.segments : ['\n', ...report.segments],
  );
  const [first] = written;
  return {
    segments,
    title: first ? plainTitle(first.title) : '',
    hidden: hiddenCount(segments),
    notes: different([...notes, ...written.flatMap((report) => report.notes)]),
  };
}

/**
 * Writes all logs that can be written and reports the number of omitted logs in `notes`. If there is only one log and
 * it cannot be written, throws the error.
 */
function writeEach<T>(logs: readonly LogToCopy[], write: (log: LogToCopy) => T) {
  const written: T[] = [];
  for (const log of logs) {
    try {
      written.push(write(log));
    } catch (error) {
      if (logs.length === 1 || !(error instanceof RangeError)) throw error;
    }
  }
  const left = logs.length - written.length;
  if (left === 0) return { written, notes: [] };
  const note = pluralMessage(left, {
    one: '{0} log is left out, because it is too large or too unusual to process.',
    other: '{0} logs are left out, because they are too large or too unusual to process.',
  });
  return { written, notes: [note] };
}

export function different(notes: readonly Message[]): Message[] {
  return [...new Map(notes.map((note) => [english(note), note])).values()];
}
