import { type Detail, exactTexts, Redaction, type RedactionOptions } from '../redaction/redact.ts';
import { hiddenCount, joined, type Segment, withoutTexts } from '../redaction/segments.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';
import { counted } from '../text/strings.ts';
import { type LogCopy, type LogToCopy, NOTHING_HIDDEN } from './copyFormats.ts';
import { loggedTime } from './loggedTime.ts';
import { codeSpan } from './markdown.ts';
import { matchSection, readLogMatch } from './report/match.ts';
import { headBlock, requestCommand, requestSection, serviceHeaders } from './report/request.ts';
import {
  placeInTitle,
  plainTitle,
  publicText,
  reportTitle,
  type Title,
  titleMarkdown,
} from './report/title.ts';

export interface ReportOptions {
  readonly detail: Detail;
  /** The options for the essential level, at which the title is written in any case. */
  readonly redaction: RedactionOptions;
  /** The link to the log, as returned by `formatLink`; empty if there is none. */
  readonly link: string;
  /** The version of this extension; undefined in a sample of a report about many logs. */
  readonly version?: string | undefined;
}

export interface BugReport {
  readonly title: Title;
  /** The location of the match as worded in a title; empty if it is not known. */
  readonly place: Title;
  /** The host; without an address. */
  readonly host: string;
  /** The report as Markdown. */
  readonly segments: readonly Segment[];
  /** Notes to read before sharing the report. They quote nothing from the log. */
  readonly notes: readonly Message[];
}

/** Writes the bug report of a log. @throws ServiceError `too-large` under the same conditions as `readFields` */
export function writeReport({ log, row, ...options }: LogToCopy & ReportOptions): LogCopy {
  const { title, segments, notes } = bugReport(log, row, options);
  return { segments, title: joined(withoutTexts([plainTitle(title)], options.redaction.hidden)), notes };
}

/** The text between sections. */
const GAP = '\n\n';

/**
 * Returns a detection log as Markdown for an issue tracker: the title, two empty lines for the reporter's own text,
 * basic facts, the match, and the request. Collapsed sections contain a command to resend the request, the response,
 * and the headers that the service added. All text from the log is rendered literally. Facts that are in neither the
 * log nor the row are omitted.
 * @throws ServiceError `too-large` under the same conditions as `readFields`
 */
export function bugReport(
  log: DetectionLog,
  row: LogRow | undefined,
  { detail, redaction, link, version }: ReportOptions,
): BugReport {
  const match = readLogMatch(log, row, redaction.decompressedLimit);
  const essential = new Redaction(log, row, redaction, match);
  const isExact = detail === 'exact';
  const texts = isExact ? exactTexts : essential;
  const title = reportTitle(log, row, match, essential);
  const request = requestSection(log, match, texts);
  const span = (text: string | undefined, longest?: number) =>
    text ? codeSpan(texts.segments(text, 'value'), longest) : [];
  const withoutHidden = (parts: readonly Segment[]) => withoutTexts(parts, redaction.hidden);
  const body = withoutHidden([
    ...[`# ${titleMarkdown(title)}\n\n\n`, ...facts(log, row, span), GAP],
    ...[...matchSection(log, row, match, texts), GAP, ...request.segments],
    ...details('cURL', requestCommand(log, match, texts)),
    ...details('Response', headBlock(log.response, texts)),
    ...details('Headers added by the service', serviceHeaders(log, match, texts)),
    ...[GAP, ...identifiers(log, row, span)],
    ...linkLine(link, texts.segments(link, 'address')),
  ]);
  const end = withoutHidden(version === undefined ? [] : [` Made by Partner Logs ${version}.\n`]);
  return {
    title,
    place: placeInTitle(match, essential),
    host: publicText(essential.segments(log.virtualHost, 'text')),
    segments: [...body, GAP, hiddenSentence([...body, ...end]), ...end],
    notes: [...(isExact ? [NOTHING_HIDDEN] : []), ...(request.cut === undefined ? [] : [request.cut])],
  };
}

/** Returns the sentence about the hidden values in a text. */
function hiddenSentence(text: readonly Segment[]): string {
  const count = hiddenCount(text);
  if (count === 0) return 'Nothing is hidden.';
  const isOthers = text.some((each) => typeof each !== 'string' && each.shown !== undefined);
  return [
    `${counted(count, 'value')} ${count === 1 ? 'is' : 'are'} hidden and shown as ‹kind and length›.`,
    ...(isOthers ? [] : ['Only names, ordinary values, and the match are shown.']),
  ].join(' ');
}

/** Returns a collapsible section, or an empty list if there is no content. */
function details(summary: string, markdown: readonly Segment[] | undefined): readonly Segment[] {
  return markdown
    ? [`${GAP}<details>\n<summary>${summary}</summary>\n\n`, ...markdown, '\n\n</details>']
    : [];
}

type Span = (text: string | undefined, longest?: number) => readonly Segment[];

/** Returns facts with their names, without those that are not known, on one line. */
function lineOf(all: readonly (readonly [name: string, value: readonly Segment[]])[]): readonly Segment[] {
  const known = all.filter(([, value]) => value.length > 0);
  return known.flatMap(([name, value], index) => [
    index === 0 ? `${name.charAt(0).toUpperCase()}${name.slice(1)} ` : ` · ${name} `,
    ...value,
  ]);
}

/** Returns the line with the action, the time, and the address. */
function facts(log: DetectionLog, row: LogRow | undefined, span: Span): readonly Segment[] {
  const [address, country] = [span(row?.address), span(row?.countryCode || row?.country)];
  const gap = address.length > 0 && country.length > 0 ? [' '] : [];
  return lineOf([
    ['action', span(row?.action, 30)],
    ['status', span(log.responseCode === 0 ? undefined : String(log.responseCode))],
    ['time', timeOf(log, row, span)],
    ['client', [...address, ...gap, ...country]],
    ['host', span(log.virtualHost, 80)],
  ]);
}

/** Returns the time as sent, with its time zone, and the same time in UTC. */
function timeOf(log: DetectionLog, row: LogRow | undefined, span: Span): readonly Segment[] {
  const { instant, source } = loggedTime(log, row);
  const utc = `\`${instant.toISOString().replace('.000Z', 'Z')}\``;
  if (source === 'response') return [`${utc} (the Date of the response)`];
  if (!row?.time) return [];
  const sent = span(`${row.time} ${log.timeZone}`.trim());
  return source === 'row' && log.timeZone !== 'UTC' ? [...sent, ` = ${utc}`] : sent;
}

function identifiers({ key }: DetectionLog, row: LogRow | undefined, span: Span): readonly Segment[] {
  const { rule, ruleRaw, baseType }: Partial<LogRow> = row ?? {};
  return lineOf([
    ['domain', span(String(key.domain))],
    ['log', span(String(key.idx))],
    ['type', span(key.detectedType)],
    ['rule as sent', ruleRaw === rule ? [] : span(ruleRaw)],
    ['base type', span(baseType)],
  ]);
}

/** Maximum length, in UTF-16 units, of a link; longer ones are omitted. */
const LONGEST_LINK = 500;

/**
 * Returns the line with the link, unless something in it is hidden. The line must begin with the word and the link,
 * because `readText` relies on that.
 */
function linkLine(link: string, shown: readonly Segment[]): readonly Segment[] {
  if (link === '' || link.length > LONGEST_LINK || joined(shown) !== link) return [];
  const use =
    'opens the log in an editor with Partner Logs and a connection to the same service. Paste it into **Open Detection Log…**.';
  return [`${GAP}Link `, ...codeSpan(shown, LONGEST_LINK + 1), ` ${use}`];
}
