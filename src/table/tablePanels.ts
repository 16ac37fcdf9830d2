import * as vscode from 'vscode';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { withProgress } from '../ui/withProgress.ts';
import { MOST_READ, Statuses } from './statuses.ts';
import { readTableStored } from './tableMessages.ts';
import { TablePanel, type TablePanelOptions } from './tablePanel.ts';

export interface TablePanelsOptions
  extends Omit<TablePanelOptions, 'statuses' | 'isReadingBeside' | 'setReadingBeside' | 'showBeside'> {
  readonly globalState: vscode.Memento;
}

/** The key in global state that determines whether logs are shown next to the table. */
const READ_BESIDE = 'tableReadBeside';

/** The tables in this window. */
export class TablePanels implements vscode.Disposable {
  readonly #options: TablePanelsOptions;
  readonly #statuses = new Statuses();
  /** At most one per domain. */
  readonly panels: PanelSet<DomainRef, TablePanel>;
  readonly #subscriptions: vscode.Disposable[];

  constructor(options: TablePanelsOptions) {
    this.#options = options;
    const { globalState } = options;
    const tableOptions: TablePanelOptions = {
      ...options,
      statuses: this.#statuses,
      isReadingBeside: () => globalState.get<boolean>(READ_BESIDE) ?? true,
      setReadingBeside: (isOn) => void globalState.update(READ_BESIDE, isOn),
      showBeside: (log, beside) => options.panels.open(log, { beside }),
    };
    this.panels = new PanelSet<DomainRef, TablePanel>({
      viewType: 'partnerLogs.table',
      title: t('Logs'),
      options: { retainContextWhenHidden: true },
      create: (panel, state) => new TablePanel(panel, readTableStored(state), tableOptions),
      idOf: domainId,
      restored: async (state) => {
        const { base, domain: index } = readTableStored(state) ?? {};
        const [only, ...others] = options.connections.list().filter(({ baseUrl }) => baseUrl === base);
        if (!only || index === undefined || others.length > 0) return undefined;
        return { connectionId: only.id, index };
      },
    });
    this.#subscriptions = [
      options.filters.onDidChange(() => {
        for (const table of this.panels.all) table.filterChanged();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
        for (const table of this.panels.all) table.redraw();
      }),
      options.panels.onDidLeave(() => options.tableFocus.last?.reveal()),
    ];
  }

  /** Rereads all lists at the user's request. */
  reload(): void {
    for (const table of this.panels.all) table.reread();
  }

  /** Clears all tables and reads them again after a connection, its key, or its conventions have changed. */
  forget(): void {
    this.#statuses.clear();
    for (const table of this.panels.all) table.forget();
  }

  /** Reads the statuses of logs from one connection, and shows them in the status column. */
  async readStatuses(logs: readonly LogTarget[]): Promise<void> {
    const [first] = logs;
    if (!first) return;
    const { closing, logs: reader } = this.#options;
    const count = Math.min(logs.length, MOST_READ);
    const show = () => {
      for (const table of this.panels.all)
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
    for (const table of this.panels.all) if (table.isVisible) table.say(message);
  }

  /** Checks all tables for new logs. Returns true if no read failed. */
  async checkNew(signal: AbortSignal): Promise<boolean> {
    const checks = this.panels.all.map((table) => table.checkNew(signal));
    return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
  }

  dispose(): void {
    this.panels.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
