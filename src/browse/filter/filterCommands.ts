import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isObject } from '../../base/values.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, isLogTarget } from '../../connections/logTarget.ts';
import { isNode } from '../../connections/nodes.ts';
import { isOfTable, type OpenTable } from '../../connections/openTable.ts';
import { isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { registerRowCommand, runCommand, setContext } from '../../ui/ownCommands.ts';
import { type FilterValue, pickFilter, pickRowValue } from './filterPick.ts';

/** The commands that filter the list of a domain's logs. */
export function filterCommands(app: App): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.filterLogs', (argument) => filterLogs(app, argument)),
    registerRowCommand('partnerLogs.filterByValue', (argument, value) => filterByValue(app, argument, value)),
    registerRowCommand('partnerLogs.clearFilter', (argument) => clearFilter(app, argument)),
  ];
}

/** Sets the filter of a table or of a domain in the tree, and shows the result there. */
async function showFiltered(app: App, domain: DomainRef, query: LogQuery, table?: OpenTable): Promise<void> {
  if (!isEmptyQuery(query)) setContext('partnerLogs.found');
  if (table) {
    table.setFilter(query);
    return table.reveal();
  }
  app.filters.set(domain, query);
  const node = await app.domains.find(domain);
  if (node) await app.tree.reveal(node, { expand: !isEmptyQuery(query) });
  else await runCommand('partnerLogs.openTable', domain, query);
}

async function filterLogs(app: App, argument: unknown): Promise<void> {
  const { filters, lists, services, tableFocus } = app;
  const domain = await app.ask.domain(argument);
  if (!domain) return;
  const isOfTree = argument === undefined ? !tableFocus.current : isNode(argument);
  const table = isOfTree ? undefined : tableFocus.of(domain);
  const query = await pickFilter({
    name: app.ask.labelOf(domain),
    query: table?.filter ?? filters.query(domain),
    rows: lists.loadedLogs(domain).map(({ row }) => row),
    names: services.conventions(domain.connectionId),
    today: app.today(domain.connectionId),
  });
  if (query) await showFiltered(app, domain, query, table);
}

/**
 * Adds one of a log's values to the filter for the log's domain: that of the tree if the command was run on a row in the
 * tree; otherwise, that of the last focused table if it shows the domain. Prompts for the value, or for a whole filter if
 * the log's row is not known.
 * @param given the value that was clicked in a log's panel
 */
async function filterByValue(app: App, argument: unknown, given: unknown): Promise<void> {
  const { logNodes, tree, activeLog, tableFocus } = app;
  const focused = tableFocus.current?.focused ?? activeLog();
  const target = [argument, focused, ...tree.selection].find(isLogTarget);
  if (!target) return filterLogs(app, argument);
  const log = tableFocus.rowOf(target);
  const domain = { ...domainOf(log), name: app.storedNameOf(log) };
  const row = log.row ?? logNodes.rowOf(log);
  const field = isOfTable(argument) ? argument.field : undefined;
  const ofCell = field && row?.[field];
  const value = isFilterValue(given)
    ? given
    : ofCell
      ? { field, value: ofCell }
      : row && (await pickRowValue(row, app.services.conventions(log.connectionId)));
  if (!value) return row ? undefined : filterLogs(app, domain);
  // The log in a panel or a table can also be a row of the tree.
  const isOfTree = argument === undefined ? !focused : isNode(argument) && !isFilterValue(given);
  const table = isOfTree ? undefined : tableFocus.of(domain);
  const before = table?.filter ?? app.filters.query(domain);
  await showFiltered(app, domain, { ...before, [value.field]: value.value }, table);
}

/** Clears the filter of a domain in the tree, of the focused table, or all filters in the tree. */
async function clearFilter(app: App, argument: unknown): Promise<void> {
  if (isNode(argument) && argument.kind === 'domain') return showFiltered(app, argument, {});
  const table = app.tableFocus.current;
  if (table) return table.setFilter({});
  for (const domain of app.filters.list()) app.filters.set(domain, {});
}

function isFilterValue(value: unknown): value is FilterValue {
  return isObject(value) && 'field' in value && 'value' in value;
}
