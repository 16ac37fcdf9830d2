/**
 * The status bar text for the pinned domains; does not depend on `vscode`. The text is plain, and the caller escapes
 * it.
 */

import { describeFault } from '../service/faults.ts';
import { METRICS } from '../service/model.ts';
import { local, plural, t } from '../text/l10n.ts';
import { localDate } from '../text/localFormats.ts';
import { countText, dayInZone, METRIC_NAMES } from './metrics.ts';
import type { TodaysState } from './todaysCounts.ts';

export interface DomainStatus {
  readonly name: string;
  readonly state: TodaysState | undefined;
}

export interface StatusOptions {
  /** Number of attackers at which a warning is shown. */
  readonly warnAbove: number | null;
  /** Milliseconds after which a response is stale. */
  readonly staleAfter: number;
  readonly now: Date;
}

export interface CountsStatus {
  /** The text, including codicons. Contains nothing from the service other than numbers. */
  readonly text: string;
  readonly warning: boolean;
  /** The label for screen readers. */
  readonly label: string;
  /** Paragraphs of lines that contain names and messages from the service. */
  readonly tooltip: readonly (readonly string[])[];
}

/** Maximum number of domains in the tooltip. */
const SHOWN = 10;

/** Returns the status, or undefined if no domain is pinned. */
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
  const number = complete ? 'exact' : atLeast ? 'atLeast' : 'unknown';
  const above = options.warnAbove !== null && known.length > 0 && sum >= options.warnAbove;
  // Color alone would not be enough, because one of the editor's themes has no warning color.
  const icon = failing ? '$(warning)' : above ? '$(flame)' : '$(shield)';
  const since = stale && clock(stale, options.now);
  const said = [
    labels[number](sum),
    ...(above ? [t('at or above the warning level of {0}', options.warnAbove ?? 0)] : []),
    ...(since ? [t('as of {0}', since)] : []),
    ...(failing ? [t('last refresh failed')] : []),
  ];
  const text = texts[number](sum);
  return {
    text: `${icon} ${since ? t('{0} as of {1}', text, since) : text}`,
    warning: above,
    label: said.reduce((before, next) => t('{0}, {1}', before, next)),
    tooltip: tooltip(domains, options),
  };
}

/** The text for the number of attackers, by how certain it is: first for display, then for screen readers. */
const texts = {
  exact: (sum: number) => plural(sum, { one: '{0} attacker', other: '{0} attackers' }),
  atLeast: (sum: number) => t('≥ {0} attackers', sum),
  unknown: () => t('– attackers'),
};
const labels = {
  exact: (sum: number) => plural(sum, { one: '{0} attacker today', other: '{0} attackers today' }),
  atLeast: (sum: number) => t('At least {0} attackers today', sum),
  unknown: () => t("Today's number of attackers is unknown"),
};

/** Returns true if this domain alone reaches the warning level. */
function isAbove(state: TodaysState | undefined, warnAbove: number | null): boolean {
  return warnAbove !== null && (state?.values?.attackers ?? -1) >= warnAbove;
}

/** Returns the time at which the oldest number was read, if that number is stale. */
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
  if (more > 0) paragraphs.push([plural(more, { one: '{0} more domain', other: '{0} more domains' })]);
  if (domains.filter(({ state }) => state?.values).length > 1)
    paragraphs.push([t('Attackers that target several domains might be counted more than once.')]);
  return paragraphs;
}

function domainLines({ name, state }: DomainStatus, { warnAbove, staleAfter, now }: StatusOptions) {
  const lines = [name];
  if (state?.values) {
    const { values, asOf } = state;
    lines.push(
      METRICS.map((metric) => t('{0}: {1}', METRIC_NAMES[metric], countText(values[metric]))).reduce(
        (before, next) => t('{0}, {1}', before, next),
      ),
    );
    const day = dayInZone(state.day, state.timeZone);
    const time = asOf ? clock(asOf, now) : '–';
    lines.push(
      asOf && now.getTime() - asOf.getTime() > staleAfter
        ? t('{0}, as of {1}, not refreshed since', day, time)
        : t('{0}, as of {1}', day, time),
    );
  } else {
    lines.push(state?.fault === undefined ? t('Not read yet today') : t("Today's counts are unknown"));
  }
  if (isAbove(state, warnAbove)) lines.push(t('At or above the warning level of {0}', warnAbove ?? 0));
  if (state?.note) lines.push(state.note);
  if (state?.fault !== undefined) lines.push(describeFault(state.fault, local).headline);
  return lines;
}

/** Formats the time in the local time zone and the user's language, with the date unless it is today. */
export function clock(time: Date, now: Date): string {
  const sameDay = time.toDateString() === now.toDateString();
  return localDate(time.getTime(), {
    ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
