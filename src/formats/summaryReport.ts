/** A single report about many logs, for an issue tracker or for firewall administrators. */

import type { RedactionOptions } from '../redaction/redact.ts';
import type { LogRow } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';
import { boundedSpan } from '../text/markdown.ts';
import { counted, formatNumber } from '../text/numbers.ts';
import { type BugReport, bugReport, sum } from './bugReport.ts';
import type { LogCopy, LogToCopy } from './logCopy.ts';
import { asTitle, safeText } from './report/reportTitle.ts';
import { similarPath } from './similarPath.ts';

export interface SummaryRequest {
  readonly rows: readonly SummaryRow[];
  /** At most three logs to quote. */
  readonly samples: readonly LogToCopy[];
  /** The number of loaded logs in the list and, if known, the total number of logs in the list. */
  readonly loaded?: number | undefined;
  readonly total?: number | undefined;
  /** The user's reason for requesting an exclusion; undefined in a bug report. */
  readonly reason?: string | undefined;
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

/** Maximum number of values of each kind to list. */
const MOST_VALUES = 8;
/** Maximum number of days to list. */
const MOST_DAYS = 14;
const LONGEST = 120;

/**
 * Returns a report about logs: their common scope, their number, their times, the number of addresses, the outcomes,
 * and a few complete logs.
 *
 * @throws TooLargeHere under the same conditions as `decodeRequest`
 */
export function summaryReport(request: SummaryRequest): LogCopy {
  const { rows, samples, reason, redaction, version } = request;
  const reports = samples.map(({ log, row, link }) => bugReport(log, row, { link, redaction }));
  const scope = scopeOf(request, reports);
  const subject = scope.path ? `${scope.rule} on ${scope.path.replaceAll('{id}', '(id)')}` : scope.rule;
  const title = asTitle(
    reason === undefined
      ? `${counted(rows.length, 'log')} of ${subject}`
      : `Exclusion request for ${subject}`,
  );
  const shown = reason === undefined ? 'Scope' : 'Requested scope';
  const lines = [
    reason === undefined ? `# ${title}\n\n` : `# ${title}`,
    `## ${shown}`,
    `The narrowest scope that contains all of them:\n\n${scope.lines.join('\n')}`,
    ...(reason === undefined
      ? []
      : [
          `It covers no other ${scope.isParameterKnown ? 'rules, hosts, paths, or parameters' : 'rules, hosts, or paths'}.`,
          `## Reason\n\n${reason}`,
        ]),
    '## Evidence',
    evidence(request).join('\n'),
    ...reports.flatMap(({ markdown }, at) => [
      `## Sample ${at + 1} of ${reports.length}`,
      `##${markdown.trim()}`,
    ]),
    `Made by Partner Logs ${version}. The counts include all selected logs. The extension does not judge them.`,
  ];
  return {
    text: `${lines.join('\n\n')}\n`,
    title,
    hidden: sum(reports.map(({ hidden }) => hidden)),
    notes: reports.flatMap(({ notes }): readonly Message[] => notes),
  };
}

function scopeOf({ rows, samples, redaction }: SummaryRequest, reports: readonly BugReport[]) {
  const safe = (text: string, place: 'text' | 'query' = 'text') => safeText(text, place, redaction);
  const rules = tally(rows.map(({ row }) => row.rule && safe(row.rule)));
  const routes = tally(rows.map(({ row }) => row.uri && safe(similarPath(row.uri), 'query')));
  const hosts = tally(samples.map(({ log }) => log.virtualHost && safe(log.virtualHost)));
  const places = tally(reports.map(({ place }) => place));
  const prefix = commonPath([...routes.keys()]);
  const isWhole = routes.size === 1;
  const domains = tally(rows.map(({ domain }) => String(domain)));
  const one = (values: ReadonlyMap<string, number>) =>
    values.size === 1 ? [...values.keys()][0] || undefined : undefined;
  const path = isWhole ? one(routes) : prefix;
  const place = one(places);
  return {
    rule: one(rules) ?? (rules.size > 1 ? 'several rules' : 'an unknown rule'),
    path,
    isParameterKnown: place !== undefined,
    lines: [
      `- Rule: ${listed(rules)}`,
      `- Host: ${listed(hosts)} (domain ${[...domains.keys()].slice(0, MOST_VALUES).join(', ')}${hosts.size > 0 ? '; of the samples' : ''})`,
      `- ${isWhole ? 'Path' : 'Path prefix'}: ${span(path)}`,
      ...(isWhole ? [] : [`- Routes: ${listed(routes)}`]),
      `- Parameter: ${place ? `${span(place)} in every sample` : 'not the same in all samples, or not known'}`,
    ],
  };
}

function evidence({ rows, loaded, total }: SummaryRequest): string[] {
  const actions = tally(rows.map(({ row }) => row.action));
  const times = rows.flatMap(({ row }) => row.time || []).sort();
  const days = [...tally(times.map((time) => time.slice(0, 10)))].sort().reverse();
  const statuses = tally(rows.flatMap(({ status }) => (status ? [String(status)] : [])));
  const read = sum([...statuses.values()]);
  const different = (field: 'address' | 'countryCode') =>
    new Set(rows.flatMap(({ row }) => row[field] || [])).size;
  const of = [
    ...(loaded === undefined ? [] : [`of ${formatNumber(loaded)} loaded`]),
    ...(total === undefined ? [] : [`${formatNumber(total)} exist`]),
  ];
  return [
    `- Logs: ${formatNumber(rows.length)}${of.length > 0 ? ` (${of.join('; ')})` : ''}`,
    `- Outcome: ${listed(actions)}`,
    ...(times.length === 0
      ? []
      : [
          `- First: ${span(times[0])}, last: ${span(times.at(-1))}`,
          `- By day: ${days
            .slice(0, MOST_DAYS)
            .map(([day, count]) => `${span(day)} × ${formatNumber(count)}`)
            .join(
              ', ',
            )}${days.length > MOST_DAYS ? `, and ${counted(days.length - MOST_DAYS, 'earlier day')}` : ''}`,
        ]),
    `- Clients: ${many(different('address'), 'address', 'addresses')} in ${many(different('countryCode'), 'country', 'countries')}`,
    `- Status of the response: ${read === 0 ? 'not read' : listed(statuses)}${read > 0 && read < rows.length ? `, ${formatNumber(rows.length - read)} not read` : ''}`,
  ];
}

/** Returns the values with their counts, most frequent first; missing values are counted under `''`. */
function tally(values: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values.map((each) => each ?? '')) counts.set(value, (counts.get(value) ?? 0) + 1);
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

function span(text: string | undefined): string {
  return text ? boundedSpan(text, LONGEST) : 'not known';
}

/** Returns the leading segments that all paths have in common. */
function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'));
  const length = first.findIndex((segment, at) => others.some((other) => other[at] !== segment));
  const common = (length < 0 ? first : first.slice(0, length)).join('/');
  return common === '' && paths.every((path) => path.startsWith('/')) ? '/' : common;
}

function many(number: number, one: string, other: string): string {
  return `${formatNumber(number)} ${number === 1 ? one : other}`;
}
