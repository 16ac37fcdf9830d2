import { type Redacted, type RedactionOptions, redactLog } from '../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { english, type Message, message } from '../text/l10n.ts';
import { cellSpan, factsTable } from '../text/markdown.ts';
import { loggedTime } from './loggedTime.ts';
import { exactMatch, matchAfter, textsOfMatch } from './report/matchInReport.ts';
import { reportTitle } from './report/reportTitle.ts';
import { reproduce } from './report/reproduce.ts';
import { headBlock, requestSection } from './report/requestSection.ts';
import { whatMatched } from './report/whatMatched.ts';

export interface BugReportOptions {
  /** The link to the log (`formatLink`). */
  readonly link: string;
  /** The redaction; undefined redacts nothing, and the report says so. */
  readonly redaction: RedactionOptions | undefined;
  /** The version of this extension. */
  readonly version: string;
  /** UTF-16 units of the report; `LONGEST_REPORT` unless given. */
  readonly longest?: number;
  /** That of `decodeRequest`. */
  readonly decompressedLimit?: number | undefined;
}

export interface BugReport {
  /** The title, on one line, plain text, safe to show; without secrets and addresses even in an exact report. */
  readonly title: string;
  readonly markdown: string;
  /** The number of different secrets that were redacted. */
  readonly redactions: number;
  /** Notes to read before sharing it; also in the report. They quote nothing but placeholders. */
  readonly notes: readonly Message[];
}

/** The note on an exact copy. */
export const NOTHING_REDACTED = message('Nothing is redacted: this may contain secrets.');

/** UTF-16 units of reports that are copied together: issue trackers cut what is longer than 65,536 characters. */
export const LONGEST_REPORT = 60_000;

/** Parts of a report's length that its blocks may take; the raw data takes what the others leave. */
const ROOM = { match: 0.1, reproduce: 0.15, response: 0.08 };

/**
 * A detection log as Markdown for an issue tracker. No text of the log is drawn in any other way than as it is. Facts that
 * neither the log nor the row has are left out.
 *
 * @throws TooLargeHere as `decodeRequest` does
 */
export function bugReport(
  exactLog: DetectionLog,
  exactRow: LogRow | undefined,
  { link, redaction, version, longest = LONGEST_REPORT, decompressedLimit }: BugReportOptions,
): BugReport {
  const exact = exactMatch(exactLog, exactRow, decompressedLimit);
  const redacted: Redacted | undefined =
    redaction && redactLog(exactLog, exactRow, redaction, textsOfMatch(exact));
  const { log, row } = redacted ?? { log: exactLog, row: exactRow };
  const { count, summary, notes } = redacted ?? { count: 0, summary: english(NOTHING_REDACTED), notes: [] };

  const title = reportTitle(log, row, redaction);
  const match = whatMatched(log, row, matchAfter(exact, redacted), longest * ROOM.match);
  const before = [`# ${title.markdown}`, reportFacts(log, row), match];
  const after = [
    ...details('Reproduce', reproduce(log, exactLog, longest * ROOM.reproduce)),
    ...details('Response headers', headBlock(log.response, longest * ROOM.response)),
    ...details('Identifiers and link', identifiers(log, row, link)),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${english(note)}`).join('\n')]),
    `${summary}${count > 0 ? ' Equal numbers stand for equal secrets.' : ''} Made by Partner Logs ${version}.`,
  ];
  const taken = [...before, ...after].reduce((sum, section) => sum + section.length + 2, 0);
  const request = requestSection(log, longest - taken);
  return {
    title: title.plain,
    markdown: `${[...before, request.markdown, ...after].join('\n\n')}\n`,
    redactions: count,
    notes: [...(redacted ? notes : [NOTHING_REDACTED]), ...(request.cut === undefined ? [] : [request.cut])],
  };
}

/** A section that opens at a click; none when it is empty. */
function details(summary: string, markdown: string | undefined): readonly string[] {
  return markdown === undefined
    ? []
    : [`<details>\n<summary>${summary}</summary>\n\n${markdown}\n\n</details>`];
}

function identifiers(log: DetectionLog, row: LogRow | undefined, link: string): string {
  const use =
    'The link opens the log in an editor with Partner Logs and a connection to the same service. Trackers do not make it clickable: paste it into **Open Detection Log…**.';
  return `${reportIdentifiers(log, row, link)}\n\n${use}`;
}

/** Code points of a value. */
const LONGEST_VALUE = 200;
const LONGEST_LINK = 4096;

type Fact = readonly [name: string, value: string | undefined];

/** Returns the table of what happened, when, where and to whom. */
function reportFacts(log: DetectionLog, row: LogRow | undefined): string {
  return tableOf([
    ['Rule', span(row?.rule)],
    ['Action', span(row?.action)],
    ['Time', timeOf(log, row)],
    ['Host', span(log.virtualHost)],
    ['Response status', span(String(log.responseCode))],
    ['Client address', span(row?.address)],
    ['Country', countryOf(row)],
  ]);
}

/** Returns the table of what the log is found by. The link is its last row (`parseReference` relies on that). */
function reportIdentifiers({ key }: DetectionLog, row: LogRow | undefined, link: string): string {
  return tableOf([
    ['Domain number', span(String(key.domain))],
    ['Log number', span(String(key.idx))],
    ['Detection type', span(key.detectedType)],
    ['Rule as sent', row?.ruleRaw === row?.rule ? undefined : span(row?.ruleRaw)],
    ['Base type', span(row?.baseType)],
    ['Link', cellSpan(link, LONGEST_LINK)],
  ]);
}

function tableOf(facts: readonly Fact[]): string {
  return factsTable(facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

function span(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : cellSpan(value, LONGEST_VALUE);
}

/** The time as sent with its zone, and in UTC. */
function timeOf(log: DetectionLog, row: LogRow | undefined): string | undefined {
  const { instant, source } = loggedTime(log, row);
  const utc = `\`${instant.toISOString().replace('.000Z', 'Z')}\``;
  if (source === 'response') return `${utc} (the Date of the response)`;
  if (row?.time === undefined || row.time === '') return undefined;
  const sent = span(`${row.time} ${log.timeZone}`.trim());
  return source === 'row' && log.timeZone !== 'UTC' ? `${sent} = ${utc}` : sent;
}

function countryOf(row: LogRow | undefined): string | undefined {
  const { country, countryCode } = row ?? {};
  if (!country || !countryCode || country === countryCode) return span(country || countryCode);
  return span(`${country} (${countryCode})`);
}
