/** Detection logs as text to paste elsewhere. */

import { type RedactionOptions, redactLog } from '../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { isEngineLimit } from '../text/engineLimit.ts';
import { formatNumber } from '../text/numbers.ts';
import { bugReport, NOTHING_REDACTED } from './bugReport.ts';
import { toCurl } from './curl.ts';
import { toCurlPowerShell } from './curlPowerShell.ts';
import { curlRequest, SUB } from './curlRequest.ts';
import { toHarOfAll } from './har.ts';
import { toJson } from './jsonCopy.ts';

export const COPY_FORMATS = ['bugReport', 'curl', 'curlPowerShell', 'har', 'json'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

export interface LogToCopy {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  /** The link to it (`formatLink`). */
  readonly link: string;
}

export interface CopyRequest {
  readonly format: CopyFormat;
  /** The logs in the order of the copy. */
  readonly logs: readonly LogToCopy[];
  /** The redaction; undefined redacts nothing. */
  readonly redaction: RedactionOptions | undefined;
  /** The version of this extension. */
  readonly version: string;
}

export interface LogCopy {
  readonly text: string;
  /** The title of the first log's bug report: on one line, plain text, safe to show. */
  readonly title: string;
  /** Different secrets, counted log by log. */
  readonly redactions: number;
  /** Notes to read before sharing it: sentences that quote nothing but placeholders. */
  readonly notes: readonly string[];
}

/** Writes logs in one text: JSON of several is an array, HAR has an entry each, the others follow each other. */
export function copyLogs(request: CopyRequest): LogCopy {
  return request.format === 'bugReport' ? copyReports(request) : copyRecords(request, request.format);
}

function copyReports({ logs, redaction }: CopyRequest): LogCopy {
  const { written, notes } = writeEach(logs, ({ log, row, link }) =>
    bugReport(log, row, { link, redaction }),
  );
  return {
    text: written.map(({ markdown }) => markdown).join('\n'),
    title: written[0]?.title ?? '',
    redactions: sum(written.map(({ redactions }) => redactions)),
    notes: different([...notes, ...written.flatMap((report) => report.notes)]),
  };
}

function copyRecords(
  { logs, redaction, version }: CopyRequest,
  format: Exclude<CopyFormat, 'bugReport'>,
): LogCopy {
  const { written: shown, notes } = writeEach(logs, ({ log, row }) =>
    redaction === undefined
      ? { log, row, count: 0, summary: undefined, notes: [NOTHING_REDACTED] }
      : redactLog(log, row, redaction),
  );
  return {
    text: format === 'har' ? toHarOfAll(shown, version) : WRITERS[format](shown),
    title: '',
    redactions: sum(shown.map(({ count }) => count)),
    notes: different([
      ...notes,
      ...shown.flatMap((each) => each.notes),
      ...shown.flatMap(({ log }) => remarks(log, format)),
    ]),
  };
}

/** Other shells read the quotes otherwise. */
const POSIX_ONLY = 'Paste it into bash, zsh or another POSIX shell only.';

/** Returns the remarks on a command: inside the command, some interactive shells would run a comment. */
function remarks(log: DetectionLog, format: CopyFormat): readonly string[] {
  if (format === 'curl') return [POSIX_ONLY, ...curlRequest(log).remarks];
  return format === 'curlPowerShell' ? curlRequest(log, SUB).remarks : [];
}

/** Writes what can be written of several logs; `notes` says how many are left out. A single log fails as it does. */
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
  const note =
    left === 1
      ? '1 log is left out because it is too large or too unusual to process.'
      : `${formatNumber(left)} logs are left out because they are too large or too unusual to process.`;
  return { written, notes: [note] };
}

interface WrittenLog {
  readonly log: DetectionLog;
  /** Undefined: nothing is redacted. */
  readonly summary: string | undefined;
  readonly notes: readonly string[];
}

const WRITERS: Readonly<Record<'curl' | 'curlPowerShell' | 'json', (logs: readonly WrittenLog[]) => string>> =
  {
    curl: (logs) => logs.map(({ log }) => toCurl(log)).join('\n'),
    curlPowerShell: (logs) => logs.map(({ log }) => toCurlPowerShell(log)).join('\n'),
    json: (logs) => {
      const records = logs.map(({ log, summary, notes }) =>
        toJson(log, summary === undefined ? [] : [summary, ...notes]),
      );
      return records.length === 1 ? records.join('') : `[\n${records.join(',\n')}]\n`;
    },
  };

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function different(notes: readonly string[]): string[] {
  return [...new Set(notes)];
}
