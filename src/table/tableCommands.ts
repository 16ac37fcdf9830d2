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
  readonly tables: () => Promise<TablePanels>;
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

  async function readStatuses(argument: unknown): Promise<void> {
    const logs = tableFocus.logsFor(argument) ?? tableFocus.last?.selection ?? [];
    if (logs.length === 0) {
      vscode.window.setStatusBarMessage(`$(info) ${t('Select logs in the table first')}`, 5_000);
      return;
    }
    const read = async (): Promise<void> => {
      try {
        await (await tables()).readStatuses(logs);
      } catch (fault) {
        await showFault(t('Not all statuses could be read.'), fault, { targets: logs, retry: read });
      }
    };
    await read();
  }

  async function goToPage(): Promise<void> {
    const table = tableFocus.current ?? tableFocus.last;
    if (!table) return;
    const { perPage, total } = table.pages;
    const page = await askPage(total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage)));
    if (page !== undefined) table.goTo((page - 1) * perPage);
  }

  return [
    registerCommand('partnerLogs.goToPage', goToPage),
    registerCommand('partnerLogs.readStatuses', readStatuses),
    registerRowCommand('partnerLogs.openTable', openTable),
    registerCommand('partnerLogs.copyValue', copyValue),
  ];
}

/**
 * Prompts for a page number; undefined if canceled.
 * @param last the number of the last page; undefined if it is not known
 */
async function askPage(last: number | undefined): Promise<number | undefined> {
  const problem =
    last === undefined ? t('Enter a number of 1 or more') : t('Enter a number from 1 to {0}', String(last));
  const typed = await vscode.window.showInputBox({
    title: t('Go to Page'),
    prompt: last === undefined ? t('Page') : t('Enter a page number from 1 to {0}', String(last)),
    value: '1',
    validateInput: (text) =>
      /^\d{1,12}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= (last ?? Infinity)
        ? undefined
        : problem,
  });
  return typed === undefined ? undefined : Number(typed);
}

/** Returns true for a query. A command in a menu can instead receive a list of the selected rows from the editor. */
function isQuery(argument: unknown): argument is LogQuery {
  return typeof argument === 'object' && argument !== null && !Array.isArray(argument);
}
