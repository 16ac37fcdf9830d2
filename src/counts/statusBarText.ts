/** The status bar text for the watched domains, without `vscode`. Texts are plain: the caller escapes them. */

import { describeFault } from '../service/faults.ts';
import { METRICS, type Metric } from '../service/model.ts';
import { local } from '../text/l10n.ts';
import { formatNumber } from '../text/numbers.ts';
import type { DayRow } from './countsTable.ts';
import { METRIC_NAMES, sparkline } from './metrics.ts';
import type { TodaysState } from './todaysCounts.ts';

export interface DomainStatus {
  readonly name: string;
  readonly state: TodaysState | undefined;
  /** The last two weeks, today last. */
  readonly trend: readonly DayRow[];
}

export interface StatusOptions {
  /** Attackers from which a number is a warning. */
  readonly warnAbove: number | null;
  /** Milliseconds after which an answer is old. */
  readonly staleAfter: number;
  readonly now: Date;
}

export interface CountsStatus {
  /** The text with codicons; the only text of the service in it are numbers. */
  readonly text: string;
  readonly warning: boolean;
  /** The label for screen readers. */
  readonly label: string;
  /** Paragraphs of lines; holds names and messages of the service. */
  readonly tooltip: readonly (readonly string[])[];
}

/** Domains that the tooltip has room for. */
const SHOWN = 10;
/** Days of the tooltip's trend. */
const TREND_DAYS = 7;

/** Returns the status; undefined when no domain is watched. */
export function statusBarText(
  domains: readonly DomainStatus[],
  options: StatusOptions,
): CountsStatus | undefined {
  if (domains.length === 0) return undefined;
  const known = domains.flatMap(({ state }) => state?.values?.attackers ?? []);
  const sum = known.reduce((total, attackers) => total + attackers, 0);
  const failing = domains.some(({ state }) => state?.fault !== undefined);
  const allTried = domains.every(({ state }) => state?.values ?? state?.fault);
  const stale = oldest(domains, options);

  const complete = known.length === domains.length;
  const atLeast = !complete && known.length > 0 && allTried;
  const number = complete || atLeast ? formatNumber(sum) : undefined;
  const noun = complete && sum === 1 ? 'attacker' : 'attackers';
  const above = options.warnAbove !== null && known.length > 0 && sum >= options.warnAbove;
  // Not by the colour alone: one of the editor's themes has none for a warning.
  const icon = failing ? '$(warning)' : above ? '$(flame)' : '$(shield)';
  const asOf = stale ? ` as of ${clock(stale, options.now)}` : '';
  return {
    text: `${icon} ${atLeast ? '≥ ' : ''}${number ?? '–'} ${noun}${asOf}`,
    warning: above,
    label: [
      `${number ? `${atLeast ? 'At least ' : ''}${number} ${noun}` : 'Number of attackers unknown'} today`,
      ...(above ? [`at or above the warning level of ${formatNumber(options.warnAbove ?? 0)}`] : []),
      ...(stale ? [`as of ${clock(stale, options.now)}`] : []),
      ...(failing ? ['last refresh failed'] : []),
    ].join(', '),
    tooltip: tooltip(domains, options),
  };
}

/** Whether this domain alone is a warning. */
export function isAbove(state: TodaysState | undefined, warnAbove: number | null): boolean {
  return warnAbove !== null && state?.values !== undefined && state.values.attackers >= warnAbove;
}

/** Returns the time of the oldest number, if that is too long ago. */
function oldest(domains: readonly DomainStatus[], { staleAfter, now }: StatusOptions): Date | undefined {
  const times = domains.flatMap(({ state }) => state?.asOf?.getTime() ?? []);
  const first = Math.min(...times);
  return now.getTime() - first > staleAfter && times.length > 0 ? new Date(first) : undefined;
}

function tooltip(domains: readonly DomainStatus[], options: StatusOptions): readonly (readonly string[])[] {
  const attackers = ({ state }: DomainStatus) => state?.values?.attackers ?? -1;
  const shown = domains.toSorted((one, other) => attackers(other) - attackers(one)).slice(0, SHOWN);
  const paragraphs = shown.map((domain) => domainLines(domain, options));
  const more = domains.length - shown.length;
  if (more > 0) paragraphs.push([`${formatNumber(more)} more: click to see all watched domains.`]);
  if (domains.filter(({ state }) => state?.values).length > 1)
    paragraphs.push(['An attacker of several domains may be counted more than once.']);
  return paragraphs;
}

function domainLines({ name, state, trend }: DomainStatus, { warnAbove, staleAfter, now }: StatusOptions) {
  const lines = [name];
  if (state?.values) {
    const { values, asOf } = state;
    lines.push(
      METRICS.map((metric) => `${METRIC_NAMES[metric]}: ${formatNumber(values[metric])}`).join(', '),
    );
    const old = asOf && now.getTime() - asOf.getTime() > staleAfter ? ', not refreshed since' : '';
    lines.push(
      `${state.day}${state.timeZone ? ` (${state.timeZone})` : ''}, as of ${asOf ? clock(asOf, now) : '–'}${old}`,
    );
  } else {
    lines.push(state?.fault === undefined ? 'Not read yet today' : 'Today unknown');
  }
  if (isAbove(state, warnAbove))
    lines.push(`At or above the warning level of ${formatNumber(warnAbove ?? 0)}`);
  const week = trend.slice(-TREND_DAYS);
  if (week.some(({ values }) => values)) lines.push(trendLine(week, 'attackers'));
  if (state?.note) lines.push(state.note);
  if (state?.fault !== undefined) lines.push(describeFault(state.fault, local).headline);
  return lines;
}

function trendLine(days: readonly DayRow[], metric: Metric): string {
  const counts = days.map(({ values }) => values?.[metric]);
  const numbers = counts.map((count) => (count === undefined ? '–' : formatNumber(count))).join('  ');
  return `${METRIC_NAMES[metric]}, last ${days.length} days: ${sparkline(counts)} (${numbers})`;
}

/** The time in the person's zone, with the day unless it is today there. */
export function clock(time: Date, now: Date): string {
  const sameDay = time.toDateString() === now.toDateString();
  return time.toLocaleString('en', {
    ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
