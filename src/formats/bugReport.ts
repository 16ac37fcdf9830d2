import { requestOf } from '../http/httpRequest.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import { type RedactionOptions, redactLog } from '../redaction/redact.ts';
import type { DetectionLog, LogRow, MessageHead } from '../service/model.ts';
import { cutText, cutToCodePoints } from '../text/cutText.ts';
import { asLabel } from '../text/label.ts';
import { codeSpan, factsTable, fencedBlock, words } from '../text/markdown.ts';

export interface BugReportOptions {
  /** The link to the log (`formatLink`). */
  readonly link: string;
  /** The redaction; undefined redacts nothing, and the report says so. */
  readonly redaction: RedactionOptions | undefined;
}

export interface BugReport {
  /** The title, on one line, plain text, safe to show. */
  readonly title: string;
  readonly markdown: string;
  /** The number of different secrets that were redacted. */
  readonly redactions: number;
  /** Notes to read before sharing it; also in the report. They quote nothing but placeholders. */
  readonly notes: readonly string[];
}

/** The note on an exact copy. */
export const NOTHING_REDACTED = 'Nothing is redacted: this may contain secrets.';

/** UTF-16 units of raw data, and of each head, that a report holds; issue trackers take 32 000 to 65 000 in all. */
const MOST_RAW_DATA = 12_000;
const MOST_HEAD = 6_000;

/** A detection log as Markdown for an issue tracker. Facts that neither the log nor the row has are left out. */
export function bugReport(
  exactLog: DetectionLog,
  exactRow: LogRow | undefined,
  { link, redaction }: BugReportOptions,
): BugReport {
  const { log, row, count, summary, notes } =
    redaction === undefined
      ? { log: exactLog, row: exactRow, count: 0, summary: undefined, notes: [NOTHING_REDACTED] }
      : redactLog(exactLog, exactRow, redaction);

  const title = titleOf(log, row);
  const isCut = log.rawData.length > MOST_RAW_DATA;
  const allNotes = [
    ...notes,
    ...(isCut
      ? [
          `The raw data is cut: its first ${MOST_RAW_DATA} of ${log.rawData.length} characters. The link leads to the whole.`,
        ]
      : []),
  ];
  const items = [...(summary === undefined ? [] : [summary]), ...allNotes].map((note) => `- ${note}`);
  const added = addedHeaders(log).slice(0, 50);
  const sections = [
    `# ${title.rule}: ${title.request} on ${title.host}`,
    factsTable(facts(log, row, link)),
    ...(items.length === 0 ? [] : [items.join('\n')]),
    '## Request headers',
    headBlock(log.request),
    ...(added.length === 0
      ? []
      : [`Added by the service: ${added.map((name) => codeSpan(name, 80)).join(', ')}`]),
    '## Raw data',
    fencedBlock(cutText(log.rawData, MOST_RAW_DATA)),
    '<details>\n<summary>Response headers</summary>',
    headBlock(log.response),
    '</details>',
  ];
  return { title: title.plain, markdown: `${sections.join('\n\n')}\n`, redactions: count, notes: allNotes };
}

function titleOf(log: DetectionLog, row: LogRow | undefined) {
  const { method, target } = requestOf(log);
  const rule = row?.rule ?? 'Detection';
  const request = `${method} ${target.split(/[?#]/, 1)[0]}`;
  return {
    plain: asLabel(`${rule}: ${cutToCodePoints(request, 60)} on ${log.virtualHost}`),
    rule: words(rule),
    request: codeSpan(request, 80),
    host: codeSpan(log.virtualHost, 80),
  };
}

function facts(log: DetectionLog, row: LogRow | undefined, link: string): [name: string, value: string][] {
  const values: [name: string, value: string | undefined][] = [
    ['Rule', row?.rule],
    ['Action', row?.action],
    ['Time', row?.time],
    ['Client address', row?.address],
    ['Country', row?.country ?? row?.countryCode],
    ['Host', log.virtualHost],
    ['Response status', String(log.responseCode)],
    ['Detected value', row?.detectedValue],
    ['Description', log.description],
    ['Domain number', String(log.key.domain)],
    ['Log number', String(log.key.idx)],
    ['Detection type', log.key.detectedType],
    ['Time zone', log.timeZone],
    ['Link', link],
  ];
  return values.flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, codeSpan(value, name === 'Link' ? 4096 : 500)]],
  );
}

function headBlock({ firstLine, headers }: MessageHead): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const text = [...(firstLine === undefined ? [] : [firstLine]), ...lines]
    .map((line) => line.replace(/[\r\n]+/g, ' '))
    .join('\n');
  return fencedBlock(text.length > MOST_HEAD ? `${cutText(text, MOST_HEAD)}\n… cut` : text);
}
