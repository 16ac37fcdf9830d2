import * as vscode from 'vscode';
import type { WatchedDomain, WatchedDomains } from '../connections/watchedDomains.ts';
import { asVisible } from '../report/visible.ts';
import { describeFault } from '../service/faults.ts';
import { METRICS } from '../service/model.ts';
import { METRIC_NAMES } from './metrics.ts';
import type { TodaysCounts, TodaysState } from './todaysCounts.ts';

/** The status-bar item: today's attackers of the watched domains. Unknown is `–`, never 0. */
export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #watched: WatchedDomains;
  readonly #todays: TodaysCounts;

  constructor(watched: WatchedDomains, todays: TodaysCounts) {
    this.#watched = watched;
    this.#todays = todays;
    this.#item = vscode.window.createStatusBarItem(
      'partnerLogs.attackers',
      vscode.StatusBarAlignment.Left,
      10,
    );
    this.#item.name = "Partner Logs: Today's Attackers";
    this.#item.command = 'partnerLogs.domains.focus';
    this.update();
  }

  update(): void {
    const settings = vscode.workspace.getConfiguration('partnerLogs');
    const domains = this.#watched.list();
    if (!settings.get<boolean>('statusBar.enabled', true) || domains.length === 0) {
      this.#item.hide();
      return;
    }

    const states = domains.map(({ connectionId, index }) => this.#todays.get({ connectionId, index }));
    const known = states.flatMap((state) => state?.counts?.totals.attackers.total ?? []);
    const failing = states.some((state) => state?.fault !== undefined);
    const attackers =
      known.length === domains.length ? known.reduce((sum, count) => sum + count, 0) : undefined;
    const count = attackers?.toLocaleString('en') ?? '–';
    const noun = attackers === 1 ? 'attacker' : 'attackers';
    this.#item.text = `${failing ? '$(warning)' : '$(shield)'} ${count} ${noun}`;

    const warnAbove = settings.get<number | null>('statusBar.warnAbove', null);
    const warn = warnAbove !== null && attackers !== undefined && attackers >= warnAbove;
    this.#item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.tooltip = tooltip(domains, states);
    this.#item.accessibilityInformation = {
      label: `${attackers === undefined ? 'Number of attackers unknown' : `${count} ${noun}`} today${failing ? ', last refresh failed' : ''}`,
    };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Plain strings only, escaped by the editor: domain names and error texts are the service's. */
function tooltip(
  domains: readonly WatchedDomain[],
  states: readonly (TodaysState | undefined)[],
): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  for (const [index, { name, index: number }] of domains.entries()) {
    const state = states[index];
    const lines = [asVisible(name ?? `Domain ${number}`)];
    if (state?.counts) {
      const { totals, timeZone } = state.counts;
      lines.push(
        METRICS.map((metric) => `${METRIC_NAMES[metric]}: ${totals[metric].total.toLocaleString('en')}`).join(
          ', ',
        ),
        `${state.day} (${asVisible(timeZone)}), as of ${state.asOf?.toLocaleTimeString() ?? '–'}`,
      );
    } else if (!state?.fault) lines.push('Not read yet today');
    if (state?.fault) lines.push(asVisible(describeFault(state.fault).headline));
    text.appendText(`${lines.join('\n')}\n\n`);
  }
  if (domains.length > 1) text.appendText('The sum may count an attacker of several domains more than once.');
  return text;
}
