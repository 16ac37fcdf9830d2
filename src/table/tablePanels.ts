import * as vscode from 'vscode';
import type { DomainRef } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { t } from '../text/l10n.ts';
import { ColumnLayouts } from './columnLayouts.ts';
import { readTableStored } from './tableMessages.ts';
import { type Beside, TABLE_VIEW_TYPE, TablePanel, type TablePanelOptions } from './tablePanel.ts';

export interface TablePanelsOptions
  extends Omit<TablePanelOptions, 'layouts' | 'isReadingBeside' | 'setReadingBeside' | 'showBeside'> {
  readonly globalState: vscode.Memento;
  /** The panels of single logs. */
  readonly panels: {
    readonly onDidLeave: vscode.Event<void>;
    open(
      log: LogTarget,
      how: {
        readonly beside: Beside;
      },
    ): Promise<boolean>;
  };
}

/** The key in global state for whether logs are shown next to the table. */
const READ_BESIDE = 'tableReadBeside';

/** The tables of this window, at most one per domain. */
export class TablePanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #options: TablePanelsOptions;
  readonly #layouts: ColumnLayouts;
  readonly #tables = new Set<TablePanel>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(options: TablePanelsOptions) {
    this.#options = options;
    this.#layouts = new ColumnLayouts(options.globalState, () => {
      for (const table of this.#tables) table.columnsChanged();
    });
    this.#subscriptions = [
      this.#layouts,
      options.filters.onDidChange(() => {
        for (const table of this.#tables) table.filterChanged();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
        for (const table of this.#tables) table.columnsChanged();
      }),
      options.panels.onDidLeave(() => options.tableFocus.last?.reveal()),
    ];
  }

  /** The open tables. */
  get tables(): ReadonlySet<TablePanel> {
    return this.#tables;
  }

  /** Shows the table of a domain. */
  open(domain: DomainRef): void {
    const open = [...this.#tables].find((table) => table.shows(domain));
    if (open) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(TABLE_VIEW_TYPE, t('Logs'), vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    });
    this.#add(panel, domain, undefined);
  }

  /** Fills a panel of the last session, for which the editor kept `state`. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const stored = readTableStored(state);
    const matching = stored
      ? this.#options.connections.list().filter(({ baseUrl }) => baseUrl === stored.base)
      : [];
    const [only] = matching.length === 1 ? matching : [];
    const domain = stored && only ? { connectionId: only.id, index: stored.domain } : undefined;
    this.#add(panel, domain, stored);
  }

  /** Reads every list again at the user's request. */
  reload(): void {
    for (const table of this.#tables) table.reread();
  }

  /** Clears all tables and reads them again, after a change of connection, key, or conventions. */
  forget(): void {
    for (const table of this.#tables) table.forget();
  }

  /** Checks which tables have new logs; returns true when no read failed. */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const checks = [...this.#tables].map((table) => table.checkNew(signal));
    return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
  }

  dispose(): void {
    for (const table of [...this.#tables]) table.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #add(panel: vscode.WebviewPanel, domain: DomainRef | undefined, stored: TablePanel['stored']): void {
    const { globalState, panels } = this.#options;
    const table = new TablePanel(panel, domain, stored, {
      ...this.#options,
      layouts: this.#layouts,
      isReadingBeside: () => globalState.get<boolean>(READ_BESIDE) ?? true,
      setReadingBeside: (isOn) => void globalState.update(READ_BESIDE, isOn),
      showBeside: async (log, beside) => {
        await panels.open(log, { beside });
      },
    });
    this.#tables.add(table);
    table.onDidDispose(() => this.#tables.delete(table));
  }
}
