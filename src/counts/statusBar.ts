/** The status bar item, which shows today's number of attackers for the pinned domains. */
import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { describeFault } from '../service/faults.ts';
import { METRICS } from '../service/model.ts';
import { local, plural, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import type { TodaysCounts } from './counts.ts';
import { clock, countText, dayInZone, METRIC_NAMES } from './metrics.ts';

export interface DomainStatus {
  readonly name: string;
  readonly counts: TodaysCounts;
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
  /** Plain text, which contains names and messages from the service. */
  readonly tooltip: string;
}

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'partnerLogs.attackers',
    vscode.StatusBarAlignment.Left,
    10,
  );
  #shown = '';

  constructor() {
    this.#item.name = t("Partner Logs: Today's Attackers");
    this.#item.command = {
      command: 'partnerLogs.openCounts' satisfies CommandId,
      title: t('Show Visitor and Attacker Counts'),
      arguments: ['pinned'],
    };
  }

  /** Renders the item if its content has changed, because rendering closes its tooltip. */
  show(status: CountsStatus | undefined): void {
    const shown = JSON.stringify(status ?? null);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!status) {
      this.#item.hide();
      return;
    }
    this.#item.text = status.text;
    this.#item.backgroundColor = status.warning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.tooltip = status.tooltip;
    this.#item.accessibilityInformation = { label: status.label };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Maximum number of domains in the tooltip. */
const SHOWN = 10;

/** Returns the status, or undefined if no domain is pinned. */
export function statusOf(
  domains: readonly DomainStatus[],
  { warnAbove, staleAfter, now }: StatusOptions,
): CountsStatus | undefined {
  if (domains.length === 0) return undefined;
  const known = domains.flatMap(({ counts }) => counts.values?.attackers ?? []);
  const sum = known.reduce((total, attackers) => total + attackers, 0);
  const isFailing = domains.some(({ counts }) => counts.fault !== undefined);
  const oldest = Math.min(...domains.map(({ counts }) => counts.at?.getTime() ?? Number.POSITIVE_INFINITY));
  const since = now.getTime() - oldest > staleAfter && clock(new Date(oldest), now);

  const isExact = known.length === domains.length;
  const isKnown = known.length > 0;
  const isAbove = warnAbove !== null && isKnown && sum >= warnAbove;
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
      ...(isAbove ? [t('At or above the warning level of {0}', warnAbove)] : []),
    ].join('\n\n'),
  };
}

/** Returns the paragraphs of the tooltip. */
function tooltip(domains: readonly DomainStatus[], now: Date): string[] {
  const paragraphs = domains.slice(0, SHOWN).map((domain) => domainText(domain, now));
  const more = domains.length - paragraphs.length;
  if (more > 0) paragraphs.push(plural(more, { one: '{0} more domain', other: '{0} more domains' }));
  if (domains.filter(({ counts }) => counts.values).length > 1)
    paragraphs.push(t('Attackers that target several domains might be counted more than once.'));
  return paragraphs;
}

function domainText({ name, counts: { day, timeZone, values, at, fault } }: DomainStatus, now: Date): string {
  const lines = [name];
  if (values && at) {
    const counts = METRICS.map((metric) => t('{0}: {1}', METRIC_NAMES[metric], countText(values[metric])));
    lines.push(joined(counts), t('{0}, as of {1}', dayInZone(day, timeZone), clock(at, now)));
  } else lines.push(fault === undefined ? t('Not read yet today') : t("Today's counts are unknown"));
  if (fault !== undefined) lines.push(describeFault(fault, local).headline);
  return lines.map(asPlainLine).join('\n');
}

function joined(texts: readonly string[]): string {
  return texts.reduce((before, next) => t('{0}, {1}', before, next));
}
