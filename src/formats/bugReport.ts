import type { TextRange } from '../http/decode/mappedText.ts';
import type { PlaceholderTags } from '../redaction/placeholderTags.ts';
import { type Redacted, type RedactionOptions, redactLog } from '../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { english, type Message, message } from '../text/l10n.ts';
import { boundedSpan, codeSpan } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import { loggedTime } from './loggedTime.ts';
import { exactMatch, matchAfter, matchAlone, textsOfMatch } from './report/matchInReport.ts';
import { minimalRequest } from './report/minimalRequest.ts';
import { reportTitle } from './report/reportTitle.ts';
import { reproduce } from './report/reproduce.ts';
import { headBlock, requestSection, serviceHeaders } from './report/requestSection.ts';
import { whatMatched } from './report/whatMatched.ts';

export interface BugReportOptions {
  /** The link to the log, as returned by `formatLink`; empty if there is none. */
  readonly link: string;
  /** The redaction options. If undefined, nothing is redacted, which the report states. */
  readonly redaction: RedactionOptions | undefined;
  /** The version of this extension, which the last line states; undefined in a sample of a report about many logs. */
  readonly version?: string | undefined;
  /** Passed to `decodeRequest`. */
  readonly decompressedLimit?: number | undefined;
  /** If set, tags the placeholders in the report; nothing else in the report changes. */
  readonly tags?: PlaceholderTags | undefined;
}

export interface BugReport {
  /**
   * The title: one line of plain text, sanitized for display. Contains no secrets or addresses, even if the report is
   * exact.
   */
  readonly title: string;
  readonly markdown: string;
  /** The location of the match, without secrets; empty if it is not known. */
  readonly place: string;
  /** The number of values that an essential report hides. */
  readonly hidden: number;
  /** Notes to read before sharing the report, which also contains them. They quote only placeholders. */
  readonly notes: readonly Message[];
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The note shown for an unredacted copy. */
export const NOTHING_REDACTED = message('Nothing is redacted. This might contain secrets.');

/** Maximum length of a report, in UTF-16 units, which is about two screens of text. */
export const LONGEST_REPORT = 5_990;

/** The fractions of a report's length that are reserved for the first sections. The request gets the rest. */
const ROOM = { reproduce: 0.38, head: 0.13 };
/** UTF-16 units reserved for the lines around a collapsible section. */
const AROUND_SECTION = 90;

/**
 * Returns a detection log as Markdown for an issue tracker: the title, two empty lines for the reporter's own text,
 * basic facts, the match, and the request. Collapsed sections contain a command to resend the request, the response,
 * and the headers that the service added. All text from the log is rendered literally. Facts that are in neither the
 * log nor the row are omitted.
 * @throws TooLargeHere under the same conditions as `decodeRequest`
 */
export function bugReport(
  exactLog: DetectionLog,
  exactRow: LogRow | undefined,
  { link, redaction, version, decompressedLimit, tags }: BugReportOptions,
): BugReport {
  const found = exactMatch(exactLog, exactRow, decompressedLimit);
  const exact = redaction ? matchAlone(found) : found;
  const redacted: Redacted | undefined =
    redaction &&
    redactLog(exactLog, exactRow, redaction, { further: textsOfMatch(exact), match: exact, tags });
  const { log, row } = redacted ?? { log: exactLog, row: exactRow };
  const { hidden, notes } = redacted ?? { hidden: 0, notes: [] };
  const match = matchAfter(exact, redacted);
  // The code that builds the title and the command parses placeholders, so it needs untagged ones.
  const plain = redacted && tags ? tags.untagged({ log, row, place: match.inTitle }) : undefined;
  const { log: plainLog, row: plainRow, place } = plain ?? { log, row, place: match.inTitle };

  const title = reportTitle(plainLog, plainRow, place, redaction);
  const head = [`# ${title.markdown}\n`, facts(log, row), whatMatched(log, row, match)];
  const summary = [
    redacted ? hiddenValues(hidden) : english(NOTHING_REDACTED),
    ...(version === undefined ? [] : [`Made by Partner Logs ${version}.`]),
  ].join(' ');
  const end = [
    identifiers(log, row, link),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${english(note)}`).join('\n')]),
    summary,
  ];
  const lengthOf = (sections: readonly string[]) => sections.reduce((sum, { length }) => sum + length + 2, 0);
  const rest = LONGEST_REPORT - lengthOf([...head, ...end]);
  const room = (part: number) => Math.floor(rest * part) - AROUND_SECTION;
  const collapsed = [
    ...details(
      redacted ? 'cURL with the matched field alone' : 'cURL',
      redacted
        ? replay(plainLog, match.range, room(ROOM.reproduce))
        : reproduce(exactLog, room(ROOM.reproduce)),
    ),
    ...details('Response', headBlock(log.response, room(ROOM.head))),
    ...details('Headers added by the service', serviceHeaders(log, room(ROOM.head))),
  ];
  const request = requestSection(log, match.range, rest - lengthOf(collapsed));
  const body = [...head, request.markdown, ...collapsed];
  return {
    title: title.plain,
    place: title.place,
    markdown: `${[...body, ...end].join('\n\n')}\n`,
    hidden,
    notes: [...(redacted ? notes : [NOTHING_REDACTED]), ...(request.cut === undefined ? [] : [request.cut])],
  };
}

/** Returns the sentence about hidden values. */
function hiddenValues(hidden: number): string {
  return hidden === 0
    ? 'No values are hidden.'
    : `${counted(hidden, 'value')} ${hidden === 1 ? 'is' : 'are'} hidden and shown as ‹kind and length›. Only names, ordinary values, and the match are shown.`;
}

/** Returns a command that resends only the matched field, or undefined if nothing matched. */
function replay(log: DetectionLog, match: TextRange | undefined, room: number): string | undefined {
  const rawData = match && minimalRequest(log.rawData, match);
  if (rawData === undefined) return undefined;
  return reproduce({ ...log, rawData }, room, true);
}

/** Returns a collapsible section, or an empty list if there is no content. */
function details(summary: string, markdown: string | undefined): readonly string[] {
  return markdown === undefined
    ? []
    : [`<details>\n<summary>${summary}</summary>\n\n${markdown}\n\n</details>`];
}

type Fact = readonly [name: string, value: string | undefined];

/** Returns the line with the action, the time, and the address. */
function facts(log: DetectionLog, row: LogRow | undefined): string {
  return lineOf([
    ['Action', span(row?.action, 30)],
    ['status', span(log.responseCode === 0 ? undefined : String(log.responseCode))],
    ['time', timeOf(log, row)],
    ['client', [span(row?.address), span(row?.countryCode || row?.country)].filter(Boolean).join(' ')],
    ['host', span(log.virtualHost, 80)],
  ]);
}

/**
 * Returns the identifiers of the log. The link must be at the start of its own line, because `parseReference` relies on
 * that.
 */
function identifiers({ key }: DetectionLog, row: LogRow | undefined, link: string): string {
  const { rule, ruleRaw, baseType }: Partial<LogRow> = row ?? {};
  const use =
    'opens the log in an editor with Partner Logs and a connection to the same service. Paste it into **Open Detection Log…**.';
  const line = lineOf([
    ['Domain', span(String(key.domain))],
    ['log', span(String(key.idx))],
    ['type', span(key.detectedType)],
    ['rule as sent', ruleRaw === rule ? undefined : span(ruleRaw)],
    ['base type', span(baseType)],
  ]);
  return link === '' || link.length > LONGEST_LINK
    ? line
    : `${line}\n\nLink ${codeSpan(link, LONGEST_LINK)} ${use}`;
}

/** Maximum length, in UTF-16 units, of a value and of a link; longer ones are omitted. */
const LONGEST_VALUE = 50;
const LONGEST_LINK = 500;

function lineOf(all: readonly Fact[]): string {
  const line = all.flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])).join(' · ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function span(value: string | undefined, longest = LONGEST_VALUE): string | undefined {
  return value ? boundedSpan(value, longest) : undefined;
}

/** Returns the time as sent, with its time zone, and the same time in UTC. */
function timeOf(log: DetectionLog, row: LogRow | undefined): string | undefined {
  const { instant, source } = loggedTime(log, row);
  const utc = `\`${instant.toISOString().replace('.000Z', 'Z')}\``;
  if (source === 'response') return `${utc} (the Date of the response)`;
  if (!row?.time) return undefined;
  const sent = span(`${row.time} ${log.timeZone}`.trim());
  return source === 'row' && log.timeZone !== 'UTC' ? `${sent} = ${utc}` : sent;
}
