/** A single report about many logs, for an issue tracker or for firewall administrators. */
import { Redaction, type RedactionOptions } from '../redaction/redact.ts';
import { hiddenCount, joined, type Segment } from '../redaction/segments.ts';
import type { LogRow } from '../service/model.ts';
import { counted, formatNumber } from '../text/strings.ts';
import { bugReport } from './bugReport.ts';
import { different, type LogCopy, type LogToCopy } from './logCopy.ts';
import { codeSpan } from './markdown.ts';
import { plainTitle, publicText, type Title, titleMarkdown, titlePart } from './report/title.ts';
import { similarPath } from './similarPath.ts';

export interface SummaryRequest {
  readonly rows: readonly SummaryRow[];
  /** At most three logs to quote. */
  readonly samples: readonly LogToCopy[];
  /** The user's reason for requesting an exclusion; undefined in a bug report. */
  readonly reason?: string | undefined;
  /** The requests that are similar to the only log. */
  readonly similar?: SimilarNumbers | undefined;
  readonly redaction: RedactionOptions;
  /** The version of this extension. */
  readonly version: string;
}

export interface SummaryRow {
  readonly row: LogRow;
  readonly domain: number;
  /** The response status, if the log was read. */
  readonly status?: number | undefined;
}

/** Numbers of requests with the same rule and path, from the rows that were read. */
export interface SimilarNumbers {
  readonly from: string;
  readonly to: string;
  readonly read: number;
  /** Undefined if it is not known. */
  readonly total: number | undefined;
  readonly blocked: number;
  readonly detected: number;
  readonly addresses: number;
  readonly countries: number;
}

/** Maximum number of values of each kind, and of days, to list. */
const MOST_VALUES = 8;
const MOST_DAYS = 14;
const LONGEST = 120;

/**
 * Returns a report about logs: what they have in common, their number, their times, the number of addresses, the
 * outcomes, and a few complete logs.
 * @throws TooLargeHere under the same conditions as `readFields`
 */
export function summaryReport(request: SummaryRequest): LogCopy {
  const { rows, samples, reason, redaction, version } = request;
  const reports = samples.map(({ log, row, link }) =>
    bugReport(log, row, { link, redaction, detail: 'essential' }),
  );
  const texts = rows.map((each) => rowTexts(each, redaction));
  const rules = tally(texts.map(({ rule }) => rule));
  const routes = tally(texts.map(({ route }) => route));
  const path = commonPath([...routes.keys()]);
  const rule = rules.size === 1 ? [...rules.keys()][0] : '';
  const title: Title = [
    reason === undefined ? `${counted(rows.length, 'log')} of ` : 'Exclusion request for ',
    rule ? titlePart(rule) : rules.size > 1 ? 'several rules' : 'an unknown rule',
    ...(path === '' ? [] : [' on ', { code: path.replaceAll('{id}', '(id)') }]),
  ];
  const hosts = tally(
    samples.map(({ log, row }) =>
      publicText(new Redaction(log, row, redaction).segments(log.virtualHost, 'text')),
    ),
  );
  const places = tally(reports.map(({ place }) => plainTitle(place)));
  const ofSamples =
    samples.length > 0 && samples.length < rows.length
      ? ` (of the ${counted(samples.length, 'sample')})`
      : '';
  const scope = [
    `- Rule: ${listed(rules)}`,
    `- ${routes.size === 1 ? 'Path' : 'Path prefix'}: ${span(path)}`,
    ...(routes.size === 1 ? [] : [`- Paths: ${listed(routes)}`]),
    `- Domain: ${listed(tally(rows.map(({ domain }) => String(domain))))}`,
    `- Host${ofSamples}: ${listed(hosts)}`,
    `- Place of the match${ofSamples}: ${listed(places)}`,
  ];
  const sections = [
    reason === undefined ? `# ${titleMarkdown(title)}\n\n` : `# ${titleMarkdown(title)}`,
    reason === undefined ? '## Scope' : '## Requested scope',
    scope.join('\n'),
    ...(reason === undefined ? [] : [`## Reason\n\n${reason}`]),
    '## Evidence',
    evidence(request, texts).join('\n'),
  ];
  const segments = [
    sections.join('\n\n'),
    ...reports.flatMap((report, at): readonly Segment[] => [
      `\n\n## Sample ${at + 1} of ${reports.length}\n\n##`,
      ...report.segments.slice(0, -1),
      String(report.segments.at(-1)).trimEnd(),
    ]),
    `\n\nMade by Partner Logs ${version}.\n`,
  ];
  return {
    text: joined(segments),
    title: plainTitle(title),
    hidden: hiddenCount(segments),
    notes: different(reports.flatMap(({ notes }) => notes)),
  };
}

/** The texts of a row that the report counts. */
function rowTexts({ row }: SummaryRow, redaction: RedactionOptions) {
  const texts = new Redaction(undefined, row, redaction);
  return {
    rule: publicText(texts.segments(row.rule ?? '', 'text')),
    route: publicText(texts.segments(similarPath(row.uri ?? ''), 'query')),
    action: joined(texts.segments(row.action ?? '', 'value')),
    time: joined(texts.segments(row.time ?? '', 'value')),
  };
}

function evidence(
  { rows, similar }: SummaryRequest,
  texts: readonly ReturnType<typeof rowTexts>[],
): string[] {
  const times = texts.flatMap(({ time }) => time || []).sort();
  const days = [...tally(times.map((time) => time.slice(0, 10)))].sort().reverse();
  const statuses = tally(rows.flatMap(({ status }) => (status ? [String(status)] : [])));
  const read = rows.filter(({ status }) => status).length;
  const different = (field: 'address' | 'countryCode') =>
    new Set(rows.flatMap(({ row }) => row[field] || [])).size;
  const shownDays = days.slice(0, MOST_DAYS).map(([day, count]) => `${span(day)} × ${formatNumber(count)}`);
  const earlier = days.length > MOST_DAYS ? [`and ${counted(days.length - MOST_DAYS, 'earlier day')}`] : [];
  return [
    `- Logs: ${formatNumber(rows.length)}`,
    `- Outcome: ${listed(tally(texts.map(({ action }) => action)))}`,
    ...(times.length === 0
      ? []
      : [
          `- First: ${span(times[0])}, last: ${span(times.at(-1))}`,
          `- By day: ${[...shownDays, ...earlier].join(', ')}`,
        ]),
    `- Clients: ${many(different('address'), 'address', 'addresses')} in ${many(different('countryCode'), 'country', 'countries')}`,
    `- Status of the response: ${read === 0 ? 'not read' : listed(statuses)}${read > 0 && read < rows.length ? `, ${formatNumber(rows.length - read)} not read` : ''}`,
    ...(similar ? [similarLine(similar)] : []),
  ];
}

function similarLine(similar: SimilarNumbers): string {
  const { from, to, read, total, blocked, detected, addresses, countries } = similar;
  const others = total === undefined ? 'read, total not known' : `of ${formatNumber(total)} read`;
  const number = total === read ? formatNumber(read) : `${formatNumber(read)} ${others}`;
  const outcomes = `${formatNumber(blocked)} blocked, ${formatNumber(detected)} detected`;
  const clients = `${many(addresses, 'address', 'addresses')} in ${many(countries, 'country', 'countries')}`;
  return `- Requests with this rule and path from ${from} to ${to}: ${number}; ${outcomes}; ${clients}`;
}

/** Returns the values with their counts, most frequent first; missing values are counted under `''`. */
function tally(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

function listed(counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return 'not known';
  const shown = [...counts].slice(0, MOST_VALUES);
  const texts = shown.map(([value, count]) =>
    counts.size === 1 ? span(value) : `${span(value)} × ${formatNumber(count)}`,
  );
  const left = counts.size - shown.length;
  return `${texts.join(', ')}${left > 0 ? `, and ${formatNumber(left)} others` : ''}`;
}

/** @param text text that can be public */
function span(text: string | undefined): string {
  return text ? codeSpan([text], LONGEST).join('') : 'not known';
}

/** Returns the leading segments that all paths have in common. */
function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'));
  const length = first.findIndex((segment, at) => others.some((other) => other[at] !== segment));
  const common = (length < 0 ? first : first.slice(0, length)).join('/');
  return common === '' && paths.length > 0 && paths.every((path) => path.startsWith('/')) ? '/' : common;
}

function many(number: number, one: string, other: string): string {
  return `${formatNumber(number)} ${number === 1 ? one : other}`;
}
