import * as vscode from 'vscode';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, isLogTarget, type LogTarget } from '../../connections/logTarget.ts';
import { logId } from '../../service/model.ts';
import { isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { type Ask, isNode } from '../../targets/ask.ts';
import { isOfTable, type OpenTable } from '../../targets/openTable.ts';
import { t } from '../../text/l10n.ts';
import { runCommand, setContext } from '../../ui/ownCommands.ts';
import { registerRowCommand } from '../../ui/rowCommands.ts';
import type { Browse } from '../registerBrowse.ts';
import { shownDomain } from '../tree/treeCommands.ts';
import { type FilterValue, pickFilter, pickFiltered, pickRowValue } from './filterPicks.ts';

export interface FilterCommandsOptions extends Browse {
  /** Returns the current date in the time zone of a connection's service, `YYYY-MM-DD`. */
  readonly today: (connectionId: string) => string;
  /** The log in the focused panel. */
  readonly activeLog: () => LogTarget | undefined;
  readonly ask: Ask;
}

/** The commands that filter the list of a domain's logs. */
export function filterCommands(options: FilterCommandsOptions): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.filterLogs', (argument) => filterLogs(options, argument)),
    registerRowCommand('partnerLogs.filterByValue', (argument, value) =>
      filterByValue(options, argument, value),
    ),
    registerRowCommand('partnerLogs.clearFilter', (argument) => clearFilter(options, argument)),
  ];
}

/**
 * Returns the open table that a command's filter applies to: the focused one or, for a command from a table or a log's
 * panel, the last focused one. Returns undefined if the filter applies to the tree.
 */
function tableFor({ tableFocus }: Browse, domain: DomainRef, argument?: unknown): OpenTable | undefined {
  if (isNode(argument) || (argument === undefined && !tableFocus.current)) return undefined;
  return tableFocus.of(domain);
}

/** Sets the filter of a table or of a domain in the tree, and shows the first page of the result there. */
export async function applyFilter(
  options: Browse,
  target: DomainRef,
  query: LogQuery,
  table: OpenTable | undefined,
): Promise<void> {
  const { filters, lists, domains, tree } = options;
  if (!isEmptyQuery(query)) setContext('partnerLogs.found');
  if (table) {
    table.setFilter(query);
    return table.reveal();
  }
  await filters.set(target, query);
  const pager = lists.logs(target);
  pager.reset();
  const node = await shownDomain(domains, target);
  if (!node) return;
  // Move the focus before the request: by the time the response arrives, the user might be doing something else.
  await tree.reveal(node, { expand: !isEmptyQuery(query) });
  await tree.change(node, () => pager.load());
}

async function filterLogs(options: FilterCommandsOptions, argument: unknown): Promise<void> {
  const { filters, lists, today, ask } = options;
  const target = await ask.domain(argument);
  if (!target) return;
  const table = tableFor(options, target, argument);
  const picked = await pickFilter({
    target,
    query: table?.filter ?? filters.query(target),
    rows: [...new Map(lists.loadedLogs(target).map(({ key, row }) => [logId(key), row])).values()],
    today: today(target.connectionId),
  });
  if (!picked) return;
  const { query, inTable } = picked;
  if (!inTable) return applyFilter(options, target, query, table);
  await runCommand('partnerLogs.openTable', target, query);
}

/**
 * Adds one of a log's values to the filter for the log's domain. Prompts for the value, or for a whole filter if the
 * log's row is not known.
 */
async function filterByValue(
  options: FilterCommandsOptions,
  argument: unknown,
  value: unknown,
): Promise<void> {
  const { domains, logNodes, tree, activeLog, tableFocus } = options;
  const ofPanel = tableFocus.current?.focused ?? activeLog();
  const given = [argument, ofPanel, ...tree.selection].find(isLogTarget);
  if (!given) return filterLogs(options, argument);
  const log = tableFocus.rowOf(given);
  const domain = await domains.of(domainOf(log));
  const row = log.row ?? (await logNodes.find(log))?.row;
  const table = tableFor(options, domain, argument ?? ofPanel ?? given);
  const add = ({ field, value }: FilterValue) => {
    const before = table?.filter ?? options.filters.query(domain);
    return applyFilter(options, domain, { ...before, [field]: value }, table);
  };
  if (isFilterValue(value)) return add(value);
  if (!row) return filterLogs(options, domain);
  const field = isOfTable(argument) ? argument.field : undefined;
  const ofCell = field && row[field];
  if (ofCell) return add({ field, value: ofCell });
  const chosen = await pickRowValue(row);
  if (chosen) await add(chosen);
}

async function clearFilter(options: FilterCommandsOptions, argument: unknown): Promise<void> {
  if (isNode(argument) && argument.kind === 'domain') return applyFilter(options, argument, {}, undefined);
  const table = options.tableFocus.current;
  if (table) return table.setFilter({});
  const filtered = options.filters.list();
  const [only] = filtered;
  if (!only) {
    vscode.window.setStatusBarMessage(`$(info) ${t('There are no filters to clear')}`, 5_000);
    return;
  }
  const chosen = filtered.length === 1 ? only : await pickFiltered(filtered);
  if (!chosen) return;
  await applyFilter(options, chosen, {}, undefined);
}

function isFilterValue(value: unknown): value is FilterValue {
  return typeof value === 'object' && value !== null && 'field' in value && 'value' in value;
}
