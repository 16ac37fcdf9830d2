import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isObject } from '../base/values.ts';
import { domainId } from '../connections/domainRef.ts';
import { isOfTable } from '../connections/openTable.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { plural, t } from '../text/l10n.ts';
import { registerCommand, registerRowCommand } from '../ui/ownCommands.ts';
import { readerOf, STORED_DOMAIN } from '../ui/panelMessages.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { runOrShowFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { columnOf } from './columns.ts';
import { MOST_READ, Statuses } from './statuses.ts';
import { TablePanel, type TableSubject, tableTitle } from './tablePanel.ts';

/** The tables in this window, at most one per domain. */
export class TablePanels extends PanelSet<TableSubject, TablePanel> {
  readonly statuses = new Statuses();
  /** True if the focused log is shown next to its table. */
  isReadingBeside = true;

  constructor(app: App) {
    super({
      viewType: 'partnerLogs.table',
      titleOf: (subject) => tableTitle(subject && app.ask.labelOf(subject)),
      options: { retainContextWhenHidden: true },
      create: (panel) => new TablePanel(panel, app),
      idOf: domainId,
      restored: (state) => {
        const stored = readerOf(STORED_DOMAIN)(state);
        return stored && app.links.storedDomain(stored);
      },
    });
  }

  /** Renders all tables again. */
  redraw(): void {
    for (const table of this.all) table.fill();
  }

  /** Rereads all lists at the user's request. */
  reload(): void {
    for (const table of this.all) table.reread();
  }

  /** Clears the tables of these connections and reads them again after their services ended. */
  forget(connectionIds: ReadonlySet<string>): void {
    for (const table of this.all) if (connectionIds.has(table.domain.connectionId)) table.forget();
  }
}

/** Registers the commands that open tables and the commands that apply to the focused one. */
export function tableCommands(app: App): vscode.Disposable[] {
  const { ask, tables, tableFocus } = app;

  /** @param query the filter to apply; defaults to the tree's in a new table, and to the current one in an open table */
  async function openTable(argument: unknown, query?: unknown): Promise<void> {
    const domain = await ask.domain(argument);
    if (!domain) return;
    // A command in a menu can instead receive a list of the selected rows from the editor.
    const isQuery = isObject(query) && !Array.isArray(query);
    tables.open(isQuery ? { ...domain, query: query as LogQuery } : domain);
  }

  /** Copies the exact value of one visible cell. */
  async function copyValue(argument: unknown): Promise<void> {
    const table = tableFocus.last;
    const log = isOfTable(argument) ? tableFocus.rowOf(argument) : table?.focused;
    const column = columnOf(table?.column ?? 'uri');
    const value = log?.row && column?.textOf(log.row, tables.statuses.of(log));
    if (value === undefined) return tell('info', t('There is no value to copy'));
    await vscode.env.clipboard.writeText(value);
    tell('check', t('Original value copied, not redacted'));
  }

  /** Reads the statuses of logs from one connection, and shows them in the status column. */
  async function readStatuses(argument: unknown): Promise<void> {
    const logs = tableFocus.logsFor(argument) ?? tableFocus.last?.selection ?? [];
    if (logs.length === 0) return tell('info', t('Select logs in the table first'));
    const { statuses } = tables;
    const count = Math.min(logs.length, MOST_READ);
    await runOrShowFault(t('Not all statuses could be read.'), logs, async () => {
      await withProgress(
        plural(count, { one: 'Reading {0} status', other: 'Reading {0} statuses' }),
        (signal, report) => statuses.read(logs, app.logs, signal, report).finally(() => tables.redraw()),
        app.closing,
      );
      tell('check', statuses.describe(logs));
    });
  }

  return [
    registerCommand('partnerLogs.readStatuses', readStatuses),
    registerRowCommand('partnerLogs.openTable', openTable),
    registerCommand('partnerLogs.copyValue', copyValue),
  ];
}

function tell(icon: 'check' | 'info', text: string): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${text}`, 5_000);
}
