/** Formats detection logs as text for pasting. */
import { isEngineLimit } from '../base/errors.ts';
import type { Detail, RedactionOptions } from '../redaction/redact.ts';
import { hiddenCount, joined, type Segment } from '../redaction/segments.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { english, type Message, message, pluralMessage } from '../text/l10n.ts';
import { bugReport, NOTHING_HIDDEN } from './bugReport.ts';
import { toCurl, toCurlPowerShell } from './curl.ts';
import { curlRequest, SUB } from './curlRequest.ts';
import { harEntry, harOf } from './har.ts';
import { toJson } from './jsonCopy.ts';
import { plainTitle } from './report/title.ts';

export const COPY_FORMATS = ['bugReport', 'curl', 'curlPowerShell', 'har', 'json'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

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

/**
 * Writes logs as one string. Several logs become an array in JSON and separate entries in HAR; in all other formats,
 * they are concatenated.
 * @param decompressedLimit passed to `readFields`
 * @throws TooLargeHere under the same conditions as `readFields`
 */
export function copyLogs(request: CopyRequest, decompressedLimit?: number): LogCopy {
  if (request.format !== 'bugReport') return copyRecords(request, request.format);
  const { segments, ...facts } = reportPreview(request, decompressedLimit);
  return { ...facts, text: joined(segments) };
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

function copyRecords({ logs, version }: CopyRequest, format: Exclude<CopyFormat, 'bugReport'>): LogCopy {
  const { written, notes } = writeEach(logs, ({ log, row }) => ({
    record: format === 'har' ? harEntry(log, row) : WRITERS[format](log),
    remarks: remarks(log, format),
  }));
  const records = written.map(({ record }) => record);
  const isArray = format === 'json' && records.length !== 1;
  return {
    text:
      format === 'har'
        ? harOf(records, version)
        : isArray
          ? `[\n${records.join(',\n')}]\n`
          : records.join('\n'),
    title: '',
    hidden: 0,
    notes: different([...notes, NOTHING_HIDDEN, ...written.flatMap((each) => each.remarks)]),
  };
}

/** Other shells interpret the quotes differently. */
const POSIX_ONLY = message('Paste it into bash, zsh, or another POSIX shell only.');

/**
 * Returns the remarks about a command. They are not written as comments in the command, because some interactive shells
 * would run them.
 */
function remarks(log: DetectionLog, format: CopyFormat): readonly Message[] {
  if (format === 'curl') return [POSIX_ONLY, ...curlRequest(log).remarks];
  return format === 'curlPowerShell' ? curlRequest(log, SUB).remarks : [];
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
      if (logs.length === 1 || !isEngineLimit(error)) throw error;
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

const WRITERS = { curl: toCurl, curlPowerShell: toCurlPowerShell, json: toJson } as const;

export function different(notes: readonly Message[]): Message[] {
  return [...new Map(notes.map((note) => [english(note), note])).values()];
}
