/** A single report about many logs, for an issue tracker or for firewall administrators. */
import { Redaction, type RedactionOptions } from '../redaction/redact.ts';
import { joined, type Segment } from '../redaction/segments.ts';
import type { LogRow } from '../service/model.ts';
import { counted, formatNumber } from '../text/strings.ts';
import { bugReport } from './bugReport.ts';
import { different, type LogCopy, type LogToCopy } from './copyFormats.ts';
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

/** Maximum number of values of each kind to list, and of UTF-16 units of a value. */
const MOST_VALUES = 8;
const LONGEST = 120;

/**
 * Returns a report about logs: what they have in common, their number, their times, the number of addresses, the
 * outcomes, and a few complete logs.
 * @throws ServiceError `too-large` under the same conditions as `readFields`
 */
export function summaryReport(request: SummaryRequest): LogCopy {
  const { rows, samples, reason, redaction, version } = request;
  const reports = samples.map(({ log, row, link }) =>
    bugReport(log, row, { link, redaction, detail: 'essential' }),
  );
  const texts = rows.map((each) => rowTexts(each, redaction));
  const rules = tally(texts.map(({ rule }) => rule));
  const paths = tally(texts.map(({ path }) => path));
  const [rule = '', path = ''] = [rules, paths].map((counts) =>
    counts.size === 1 ? [...counts.keys()][0] : '',
  );
  const title: Title = [
    reason === undefined ? `${counted(rows.length, 'log')} of ` : 'Exclusion request for ',
    rule ? titlePart(rule) : rules.size > 1 ? 'several rules' : 'an unknown rule',
    ...(path === '' ? [] : [' on ', { code: path.replaceAll('{id}', '(id)') }]),
  ];
  const known = samples.length < rows.length ? ` (of ${counted(samples.length, 'sample')})` : '';
  const sections = [
    `# ${titleMarkdown(title)}${reason === undefined ? '\n\n' : ''}`,
    reason === undefined ? '## Scope' : '## Requested scope',
    [
      `- Rule: ${listed(rules)}`,
      `- Path: ${listed(paths)}`,
      `- Domain: ${listed(tally(rows.map(({ domain }) => String(domain))))}`,
      `- Host${known}: ${listed(tally(reports.map(({ host }) => host)))}`,
      `- Place of the match${known}: ${listed(tally(reports.map(({ place }) => plainTitle(place))))}`,
    ].join('\n'),
    ...(reason === undefined ? [] : [`## Reason\n\n${reason}`]),
    '## Evidence',
    evidence(request, texts).join('\n'),
  ];
  const segments = [
    sections.join('\n\n'),
    ...reports.flatMap((report, at): readonly Segment[] => [
      `\n\n## Sample ${at + 1} of ${reports.length}\n\n##`,
      ...report.segments,
    ]),
    `\n\nMade by Partner Logs ${version}.\n`,
  ];
  return {
    segments,
    title: plainTitle(title),
    notes: different(reports.flatMap(({ notes }) => notes)),
  };
}

/** The texts of a row that the report counts. */
function rowTexts({ row }: SummaryRow, redaction: RedactionOptions) {
  const texts = new Redaction(undefined, row, redaction);
  return {
    rule: publicText(texts.segments(row.rule ?? '', 'text')),
    path: publicText(texts.segments(similarPath(row.uri ?? ''), 'query')),
    action: joined(texts.segments(row.action ?? '', 'value')),
    time: joined(texts.segments(row.time ?? '', 'value')),
  };
}

function evidence(
  { rows, similar }: SummaryRequest,
  texts: readonly ReturnType<typeof rowTexts>[],
): string[] {
  const times = texts.flatMap(({ time }) => time || []).sort();
  const statuses = rows.flatMap(({ status }) => (status ? [String(status)] : []));
  const unread = rows.length - statuses.length;
  const different = (field: 'address' | 'countryCode') =>
    new Set(rows.flatMap(({ row }) => row[field] || [])).size;
  return [
    `- Logs: ${formatNumber(rows.length)}`,
    `- Outcome: ${listed(tally(texts.map(({ action }) => action)))}`,
    ...(times.length === 0 ? [] : [`- First: ${span(times[0])}, last: ${span(times.at(-1))}`]),
    `- Clients: ${clients(different('address'), different('countryCode'))}`,
    statuses.length === 0
      ? '- Status of the response: not read'
      : `- Status of the response: ${listed(tally(statuses))}${unread > 0 ? `, ${formatNumber(unread)} not read` : ''}`,
    ...(similar ? [similarLine(similar)] : []),
  ];
}

function similarLine({ from, to, read, total, ...of }: SimilarNumbers): string {
  const others = total === undefined ? ' read, total not known' : ` of ${formatNumber(total)} read`;
  return [
    `- Requests with this rule and path, with the match in any place, from ${from} to ${to}: ${formatNumber(read)}${total === read ? '' : others}`,
    `${formatNumber(of.blocked)} blocked, ${formatNumber(of.detected)} detected`,
    clients(of.addresses, of.countries),
  ].join('; ');
}

function clients(addresses: number, countries: number): string {
  return `${counted(addresses, 'address', 'addresses')} in ${counted(countries, 'country', 'countries')}`;
}

/** Returns the values with their counts, most frequent first; missing values are counted under `''`. */
function tally(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

function listed(counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return 'not known';
  const texts = [...counts]
    .slice(0, MOST_VALUES)
    .map(([value, count]) => (counts.size === 1 ? span(value) : `${span(value)} × ${formatNumber(count)}`));
  const left = counts.size - texts.length;
  return `${texts.join(', ')}${left > 0 ? `, and ${formatNumber(left)} others` : ''}`;
}

/** @param text text that can be public */
function span(text: string | undefined): string {
  return text ? codeSpan([text], LONGEST).join('') : 'not known';
}
