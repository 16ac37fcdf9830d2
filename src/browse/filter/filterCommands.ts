import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isObject } from '../../base/values.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, isLogTarget } from '../../connections/logTarget.ts';
import { isNode } from '../../connections/nodes.ts';
import { isOfTable, type OpenTable } from '../../connections/openTable.ts';
import { queryText } from '../../formats/queryText.ts';
import { isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerRowCommand, setContext } from '../../ui/ownCommands.ts';
import { type FilterValue, pickFilter, pickRowValue } from './filterPick.ts';

/** The commands that filter the list of a domain's logs. */
export function filterCommands(app: App): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.filterLogs', (argument) => filterLogs(app, argument)),
    registerRowCommand('partnerLogs.filterByValue', (argument, value) => filterByValue(app, argument, value)),
    registerRowCommand('partnerLogs.clearFilter', (argument) => clearFilter(app, argument)),
  ];
}

/** Sets the filter of a table or of a domain in the tree, and shows the first page of the result there. */
export async function showFiltered(
  app: App,
  domain: DomainRef,
  query: LogQuery,
  table?: OpenTable,
): Promise<void> {
  const { filters, lists, tree } = app;
  if (!isEmptyQuery(query)) setContext('partnerLogs.found');
  if (table) {
    table.setFilter(query);
    return table.reveal();
  }
  filters.set(domain, query);
  const node = await app.domains.find(domain);
  if (!node) {
    const text = t("{0} isn't among the loaded domains. To see it, load more", asLabel(app.nameOf(domain)));
    vscode.window.setStatusBarMessage(`$(info) ${text}`, 5_000);
    return;
  }
  // Move the focus before the request: by the time the response arrives, the user might be doing something else.
  await tree.reveal(node, { expand: !isEmptyQuery(query) });
  await tree.change(node, () => lists.logs(domain).load());
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
    names: services.filterNames(domain.connectionId),
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
      : row && (await pickRowValue(row, app.services.filterNames(log.connectionId)));
  if (!value) return row ? undefined : filterLogs(app, domain);
  // The log in a panel or a table can also be a row of the tree.
  const isOfTree = argument === undefined ? !focused : isNode(argument) && !isFilterValue(given);
  const table = isOfTree ? undefined : tableFocus.of(domain);
  const before = table?.filter ?? app.filters.query(domain);
  await showFiltered(app, domain, { ...before, [value.field]: value.value }, table);
}

async function clearFilter(app: App, argument: unknown): Promise<void> {
  if (isNode(argument) && argument.kind === 'domain') return showFiltered(app, argument, {});
  const table = app.tableFocus.current;
  if (table) return table.setFilter({});
  const filtered = app.filters.list();
  if (filtered.length === 0) {
    vscode.window.setStatusBarMessage(`$(info) ${t('There are no filters to clear')}`, 5_000);
    return;
  }
  const items = filtered.map((filter) => ({
    label: asLabel(app.ask.labelOf(filter)),
    description: asLabel(queryText(filter.query, local)),
    filter,
  }));
  const [only, ...others] = items;
  const chosen =
    others.length === 0
      ? only
      : await vscode.window.showQuickPick(items, { placeHolder: t('Select a domain to clear its filter') });
  if (chosen) await showFiltered(app, chosen.filter, {});
}

function isFilterValue(value: unknown): value is FilterValue {
  return isObject(value) && 'field' in value && 'value' in value;
}
