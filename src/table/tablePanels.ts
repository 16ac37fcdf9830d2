import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { domainId } from '../connections/domainRef.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { t } from '../text/l10n.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { Statuses } from './statuses.ts';
import { readTableStored } from './tableMessages.ts';
import { TablePanel, type TableSubject } from './tablePanel.ts';

/** The tables in this window, at most one per domain. */
export class TablePanels implements vscode.Disposable {
  readonly panels: PanelSet<TableSubject, TablePanel>;
  readonly statuses = new Statuses();
  readonly #settings: vscode.Disposable;

  constructor(app: App) {
    this.panels = new PanelSet<TableSubject, TablePanel>({
      viewType: 'partnerLogs.table',
      title: t('Logs'),
      options: { retainContextWhenHidden: true },
      create: (panel, state) => new TablePanel(panel, readTableStored(state), app),
      idOf: domainId,
      restored: async (state) => {
        const stored = readTableStored(state);
        const domain = stored && app.links.storedDomain(stored);
        return domain && { ...domain, query: stored.filter as LogQuery };
      },
    });
    this.#settings = vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
      for (const table of this.panels.all) table.redraw();
    });
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

  /** Checks all tables for new logs. Never rejects. */
  async checkNew(signal: AbortSignal): Promise<void> {
    await Promise.allSettled(this.panels.all.map((table) => table.checkNew(signal)));
  }

  dispose(): void {
    this.panels.dispose();
    this.#settings.dispose();
  }
}
