import * as vscode from 'vscode';
import type { DomainRef } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { Beside } from '../targets/openTable.ts';
import { plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { withProgress } from '../ui/withProgress.ts';
import { MOST_READ, type ReadStatusesOptions, Statuses } from './statuses.ts';
import { readTableStored } from './tableMessages.ts';
import { TablePanel, type TablePanelOptions } from './tablePanel.ts';

export interface TablePanelsOptions
  extends Omit<TablePanelOptions, 'statuses' | 'isReadingBeside' | 'setReadingBeside' | 'showBeside'> {
  readonly globalState: vscode.Memento;
  readonly logs: ReadStatusesOptions['logs'];
  /** The panels that show single logs. */
  readonly panels: {
    readonly onDidLeave: vscode.Event<void>;
    open(log: LogTarget, how: { readonly beside: Beside }): Promise<boolean>;
  };
}

const VIEW_TYPE = 'partnerLogs.table';

/** The key in global state that determines whether logs are shown next to the table. */
const READ_BESIDE = 'tableReadBeside';

/** The tables in this window, at most one per domain. */
export class TablePanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #options: TablePanelsOptions;
  readonly #statuses = new Statuses();
  readonly #tables = new Set<TablePanel>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(options: TablePanelsOptions) {
    this.#options = options;
    this.#subscriptions = [
      options.filters.onDidChange(() => {
        for (const table of this.#tables) table.filterChanged();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
        for (const table of this.#tables) table.redraw();
      }),
      options.panels.onDidLeave(() => options.tableFocus.last?.reveal()),
    ];
  }

  /** The open tables. */
  get tables(): ReadonlySet<TablePanel> {
    return this.#tables;
  }

  /** Shows a domain's table. */
  open(domain: DomainRef): void {
    const open = [...this.#tables].find((table) => table.shows(domain));
    if (open) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, t('Logs'), vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    });
    this.#add(panel, domain, undefined);
  }

  /** Restores a panel from the last session, given the state that the editor stored. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const stored = readTableStored(state);
    const matching = stored
      ? this.#options.connections.list().filter(({ baseUrl }) => baseUrl === stored.base)
      : [];
    const [only] = matching.length === 1 ? matching : [];
    const domain = stored && only ? { connectionId: only.id, index: stored.domain } : undefined;
    this.#add(panel, domain, stored);
  }

  /** Rereads all lists at the user's request. */
  reload(): void {
    for (const table of this.#tables) table.reread();
  }

  /** Clears all tables and reads them again after a connection, its key, or its conventions have changed. */
  forget(): void {
    this.#statuses.clear();
    for (const table of this.#tables) table.forget();
  }

  /** Reads the statuses of logs from one connection, and shows them in the status column. */
  async readStatuses(logs: readonly LogTarget[]): Promise<void> {
    const [first] = logs;
    if (!first) return;
    const { closing, logs: reader } = this.#options;
    const count = Math.min(logs.length, MOST_READ);
    const show = () => {
      for (const table of this.#tables)
        if (table.domain.connectionId === first.connectionId) table.showColumn('status', true);
    };
    const gone = await withProgress(
      plural(count, { one: 'Reading {0} status', other: 'Reading {0} statuses' }),
      (signal, report) => this.#statuses.read(logs, { logs: reader, signal, report }),
      closing,
    ).finally(show);
    const message = sentences(
      t('{0}.', plural(count - gone, { one: '{0} status read', other: '{0} statuses read' })),
      ...(gone > 0
        ? [plural(gone, { one: '{0} log no longer exists.', other: '{0} logs no longer exist.' })]
        : []),
      ...(logs.length > count
        ? [t('{0} more are selected. At most {1} can be read at once.', logs.length - count, MOST_READ)]
        : []),
    );
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
    for (const table of this.#tables) if (table.isVisible) table.say(message);
  }

  /** Checks all tables for new logs. Returns true if no read failed. */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const checks = [...this.#tables].map((table) => table.checkNew(signal));
    return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
  }

  dispose(): void {
    for (const table of [...this.#tables]) table.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #add(panel: vscode.WebviewPanel, domain: DomainRef | undefined, stored: TablePanel['stored']): void {
    const { globalState } = this.#options;
    const table = new TablePanel(panel, domain, stored, {
      ...this.#options,
      statuses: this.#statuses,
      isReadingBeside: () => globalState.get<boolean>(READ_BESIDE) ?? true,
      setReadingBeside: (isOn) => void globalState.update(READ_BESIDE, isOn),
      showBeside: (log, beside) => this.#options.panels.open(log, { beside }),
    });
    this.#tables.add(table);
    table.onDidDispose(() => this.#tables.delete(table));
  }
}
