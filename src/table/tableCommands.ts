import * as vscode from 'vscode';
import type { Ask } from '../targets/ask.ts';
import { isOfTable, type TableFocus } from '../targets/openTable.ts';
import { t } from '../text/l10n.ts';
import { registerCommand } from '../ui/ownCommands.ts';
import { columnOf } from './columns.ts';
import type { TablePanels } from './tablePanels.ts';

export interface TableCommandsOptions {
  readonly tableFocus: TableFocus;
  readonly tables: () => Promise<TablePanels>;
  readonly ask: Ask;
}

/** The commands that open tables, and those for a cell. */
export function tableCommands({ ask, tables, tableFocus }: TableCommandsOptions): vscode.Disposable[] {
  async function openTable(argument: unknown): Promise<void> {
    const domain = await ask.domain(argument);
    if (!domain) return;
    const { connectionId, index, name } = domain;
    (await tables()).open({ connectionId, index, name });
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

  return [
    registerCommand('partnerLogs.openTable', openTable),
    registerCommand('partnerLogs.copyValue', copyValue),
  ];
}
