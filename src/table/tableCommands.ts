import * as vscode from 'vscode';
import type { Filters } from '../browse/filter/filters.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import type { Ask } from '../targets/ask.ts';
import { isOfTable, type TableFocus } from '../targets/openTable.ts';
import { t } from '../text/l10n.ts';
import { registerCommand } from '../ui/ownCommands.ts';
import { registerRowCommand } from '../ui/rowCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { columnOf } from './columns.ts';
import type { TablePanels } from './tablePanels.ts';

export interface TableCommandsOptions {
  readonly tableFocus: TableFocus;
  readonly tables: TablePanels;
  readonly filters: Filters;
  readonly ask: Ask;
}

/** Registers the commands that open tables and the commands that apply to the focused one. */
export function tableCommands({
  ask,
  tables,
  tableFocus,
  filters,
}: TableCommandsOptions): vscode.Disposable[] {
  /** @param query the filter to apply to the domain; defaults to its current one */
  async function openTable(argument: unknown, query?: unknown): Promise<void> {
    const domain = await ask.domain(argument);
    if (!domain) return;
    const { connectionId, index, name } = domain;
    if (isQuery(query)) await filters.set(domain, query);
    tables.panels.open({ connectionId, index, name });
  }

  /** Copies the exact value of one visible cell. */
  async function copyValue(argument: unknown): Promise<void> {
    const table = tableFocus.current ?? tableFocus.last;
    const log = isOfTable(argument) ? tableFocus.rowOf(argument) : table?.focused;
    const column = columnOf((isOfTable(argument) && argument.column) || table?.column || 'uri');
    const value = log?.row && column?.textOf(log.row);
    if (!column || value === undefined) {
      vscode.window.setStatusBarMessage(`$(info) ${t('There is no value to copy')}`, 5_000);
      return;
    }
    await vscode.env.clipboard.writeText(value);
    vscode.window.setStatusBarMessage(`$(check) ${t('Original value copied, not redacted')}`, 5_000);
  }

  async function readStatuses(argument: unknown): Promise<void> {
    const logs = tableFocus.logsFor(argument) ?? tableFocus.last?.selection ?? [];
    if (logs.length === 0) {
      vscode.window.setStatusBarMessage(`$(info) ${t('Select logs in the table first')}`, 5_000);
      return;
    }
    const read = async (): Promise<void> => {
      try {
        await tables.readStatuses(logs);
      } catch (fault) {
        await showFault(t('Not all statuses could be read.'), fault, { targets: logs, retry: read });
      }
    };
    await read();
  }

  return [
    registerCommand('partnerLogs.readStatuses', readStatuses),
    registerRowCommand('partnerLogs.openTable', openTable),
    registerCommand('partnerLogs.copyValue', copyValue),
  ];
}

/** Returns true for a query. A command in a menu can instead receive a list of the selected rows from the editor. */
function isQuery(argument: unknown): argument is LogQuery {
  return typeof argument === 'object' && argument !== null && !Array.isArray(argument);
}
