import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { domainId } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { plural, t } from '../text/l10n.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { withProgress } from '../ui/withProgress.ts';
import { MOST_READ, Statuses, statusesText } from './statuses.ts';
import { readTableStored } from './tableMessages.ts';
import { TablePanel, type TableSubject } from './tablePanel.ts';

/** The tables in this window, at most one per domain. */
export class TablePanels implements vscode.Disposable {
  readonly panels: PanelSet<TableSubject, TablePanel>;
  readonly statuses = new Statuses();
  readonly #app: App;
  readonly #subscriptions: vscode.Disposable[];

  constructor(app: App) {
    this.#app = app;
    this.panels = new PanelSet<TableSubject, TablePanel>({
      viewType: 'partnerLogs.table',
      title: t('Logs'),
      options: { retainContextWhenHidden: true },
      create: (panel, state) => new TablePanel(panel, readTableStored(state), app),
      idOf: domainId,
      restored: async (state) => this.#restored(state),
    });
    this.#subscriptions = [
      this.panels,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
        for (const table of this.panels.all) table.redraw();
      }),
    ];
  }

  /** Rereads all lists at the user's request. */
  reload(): void {
    for (const table of this.panels.all) table.reread();
  }

  /** Clears all tables and reads them again after a connection, its key, or its conventions have changed. */
  forget(): void {
    this.statuses.clear();
    for (const table of this.panels.all) table.forget();
  }

  /** Checks all tables for new logs. Returns true if no read failed. */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const checks = this.panels.all.map((table) => table.checkNew(signal));
    return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
  }

  /** Reads the statuses of logs from one connection, and shows them in the status column. */
  async readStatuses(logs: readonly LogTarget[]): Promise<void> {
    const { closing, logs: reader } = this.#app;
    const show = () => {
      for (const table of this.panels.all)
        if (table.domain.connectionId === logs[0]?.connectionId) table.showStatuses();
    };
    const counts = await withProgress(
      plural(Math.min(logs.length, MOST_READ), { one: 'Reading {0} status', other: 'Reading {0} statuses' }),
      (signal, report) => this.statuses.read(logs, { logs: reader, signal, report }),
      closing,
    ).finally(show);
    const message = statusesText(counts, logs.length);
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
    for (const table of this.panels.all) if (table.isVisible) table.say(message);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Returns the domain of a stored table. If several connections use its service, only the one that it showed will do. */
  #restored(state: unknown): TableSubject | undefined {
    const stored = readTableStored(state);
    if (!stored) return undefined;
    const matching = this.#app.connections.list().filter(({ baseUrl }) => baseUrl === stored.base);
    const { id } =
      (matching.length > 1 ? matching.find((each) => each.id === stored.connectionId) : matching[0]) ?? {};
    return id === undefined
      ? undefined
      : { connectionId: id, index: stored.domain, query: stored.filter as LogQuery };
  }
}
