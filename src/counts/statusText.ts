/** The status bar text for the pinned domains. The text is plain, and the caller escapes it. */
import { describeFault } from '../service/faults.ts';
import { METRICS } from '../service/model.ts';
import { local, plural, t } from '../text/l10n.ts';
import { localDate } from '../text/localFormats.ts';
import type { TodaysCounts } from './counts.ts';
import { countText, dayInZone, METRIC_NAMES } from './metrics.ts';

export interface DomainStatus {
  readonly name: string;
  readonly counts: TodaysCounts | undefined;
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
export function statusText(
  domains: readonly DomainStatus[],
  { warnAbove, staleAfter, now }: StatusOptions,
): CountsStatus | undefined {
  if (domains.length === 0) return undefined;
  const known = domains.flatMap(({ counts }) => counts?.values?.attackers ?? []);
  const sum = known.reduce((total, attackers) => total + attackers, 0);
  const isFailing = domains.some(({ counts }) => counts?.fault !== undefined);
  const wereTried = domains.every(({ counts }) => counts?.values ?? counts?.fault);
  const oldest = Math.min(...domains.map(({ counts }) => counts?.at?.getTime() ?? Number.POSITIVE_INFINITY));
  const since = now.getTime() - oldest > staleAfter && clock(new Date(oldest), now);

  const isExact = known.length === domains.length;
  const isKnown = isExact || (known.length > 0 && wereTried);
  const isAbove = warnAbove !== null && known.length > 0 && sum >= warnAbove;
  // Color alone would not be enough, because one of the editor's themes has no warning color.
  const icon = isFailing ? '$(warning)' : isAbove ? '$(flame)' : '$(shield)';
  const exact = plural(sum, { one: '{0} attacker', other: '{0} attackers' });
  const text = isExact ? exact : isKnown ? t('≥ {0} attackers', sum) : t('– attackers');
  const label = [
    isKnown
      ? t({ message: '{0} today', comment: 'a number of attackers' }, text)
      : t("Today's number of attackers is unknown"),
    ...(isAbove ? [t('at or above the warning level of {0}', warnAbove)] : []),
    ...(since ? [t('as of {0}', since)] : []),
    ...(isFailing ? [t('last refresh failed')] : []),
  ];
  return {
    text: `${icon} ${since ? t('{0} as of {1}', text, since) : text}`,
    warning: isAbove,
    label: joined(label),
    tooltip: [
      ...tooltip(domains, now),
      ...(isAbove ? [[t('At or above the warning level of {0}', warnAbove)]] : []),
    ],
  };
}

function tooltip(domains: readonly DomainStatus[], now: Date): string[][] {
  const paragraphs = domains.slice(0, SHOWN).map((domain) => domainLines(domain, now));
  const more = domains.length - paragraphs.length;
  if (more > 0) paragraphs.push([plural(more, { one: '{0} more domain', other: '{0} more domains' })]);
  if (domains.filter(({ counts }) => counts?.values).length > 1)
    paragraphs.push([t('Attackers that target several domains might be counted more than once.')]);
  return paragraphs;
}

function domainLines({ name, counts }: DomainStatus, now: Date): string[] {
  const lines = [name];
  if (counts?.values && counts.at) {
    const { values, at } = counts;
    lines.push(
      joined(METRICS.map((metric) => t('{0}: {1}', METRIC_NAMES[metric], countText(values[metric])))),
    );
    const day = dayInZone(counts.day, counts.timeZone);
    lines.push(t('{0}, as of {1}', day, clock(at, now)));
  } else {
    lines.push(counts?.fault === undefined ? t('Not read yet today') : t("Today's counts are unknown"));
  }
  if (counts?.fault !== undefined) lines.push(describeFault(counts.fault, local).headline);
  return lines;
}

function joined(texts: readonly string[]): string {
  return texts.reduce((before, next) => t('{0}, {1}', before, next));
}

/** Formats the time in the local time zone and the user's language, with the date unless it is today. */
export function clock(time: Date, now: Date): string {
  const isToday = time.toDateString() === now.toDateString();
  return localDate(time.getTime(), {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
