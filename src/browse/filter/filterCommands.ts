/** The commands that filter a list of logs, and their prompts. */
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isObject } from '../../base/values.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, isLogTarget } from '../../connections/logTarget.ts';
import { isNode } from '../../connections/nodes.ts';
import { isOfTable, type OpenTable } from '../../connections/openTable.ts';
import { DAY_NAMES, FIELD_NAMES, queryText } from '../../formats/queryText.ts';
import type { LogRow, RowFilterField } from '../../service/model.ts';
import type { FilterNames } from '../../service/queries/filter.ts';
import { DAY_PRESETS, daysOf, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerRowCommand, runCommand } from '../../ui/ownCommands.ts';
import { pickOrType } from '../../ui/prompts.ts';
import { ACTIONS, parseTyped } from './typedQuery.ts';

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
  const { filters, tableFocus } = app;
  const domain = await app.ask.domain(argument);
  if (!domain) return;
  const isOfTree = argument === undefined ? !tableFocus.current : isNode(argument);
  const table = isOfTree ? undefined : tableFocus.of(domain);
  const query = await pickFilter(app, domain, table?.filter ?? filters.query(domain));
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
  const field = isOfTable(argument) ? tableFocus.last?.field : undefined;
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

/** One value of a log; also passed by the detection panel. */
interface FilterValue {
  readonly field: RowFilterField;
  readonly value: string;
}

type FilterItem = vscode.QuickPickItem & { readonly query?: LogQuery };

const VALUE_FIELDS = ['action', 'rule', 'address', 'countryCode', 'uri'] as const;
/** Maximum number of values to suggest for each field. */
const MOST_VALUES = 10;

/**
 * Prompts for a filter, with values from the loaded rows. The result includes the parts of the current filter that were
 * not replaced.
 */
async function pickFilter(app: App, domain: DomainRef, query: LogQuery): Promise<LogQuery | undefined> {
  const rows = app.lists.loadedLogs(domain).map(({ row }) => row);
  const names = app.services.conventions(domain.connectionId);
  const days = names.fromFilter === null ? [] : dayItems(query, app.today(domain.connectionId));
  const chosen = await pickOrType<FilterItem>(
    t('Filter Logs of {0}', asLabel(app.ask.labelOf(domain))),
    t('Select a value, or type an address, “today”, “blocked”, or a word…'),
    [
      ...group(local(FIELD_NAMES.days), days),
      ...VALUE_FIELDS.flatMap((field) =>
        names[`${field}Filter`] === null
          ? []
          : group(local(FIELD_NAMES[field]), valueItems(query, rows, field)),
      ),
    ],
    (text) => typedItem(query, text),
  );
  return chosen?.query;
}

/** Prompts the user to choose a value from a log's row to filter by. */
async function pickRowValue(row: LogRow, names: FilterNames): Promise<FilterValue | undefined> {
  const items = VALUE_FIELDS.flatMap((field) => {
    const value = row[field];
    if (!value || names[`${field}Filter`] === null) return [];
    return [{ label: valueLabel(row, field), description: local(FIELD_NAMES[field]), field, value }];
  });
  return vscode.window.showQuickPick(items, {
    title: t('Filter by This Value'),
    placeHolder: t('Show only logs with the same…'),
    matchOnDescription: true,
  });
}

function dayItems(query: LogQuery, today: string): FilterItem[] {
  return DAY_PRESETS.map((days) => {
    const { from, to } = daysOf(days, today);
    const description = from === to ? from : t('{0} to {1}', from, to);
    return { label: local(DAY_NAMES[days]), description, query: { ...query, days } };
  });
}

/** Returns the values of a field in the loaded rows, most frequent first. */
function valueItems(query: LogQuery, rows: readonly LogRow[], field: RowFilterField): FilterItem[] {
  const found = new Map<string, { readonly row: LogRow; readonly count: number }>();
  for (const row of rows) {
    const value = row[field];
    if (value) found.set(value, { row, count: (found.get(value)?.count ?? 0) + 1 });
  }
  const known = field === 'action' ? ACTIONS.filter((action) => !found.has(action)) : [];
  const loaded = [...found]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, MOST_VALUES)
    .map(([value, { row, count }]) => ({
      label: valueLabel(row, field),
      description: t('{0} loaded', count),
      query: { ...query, [field]: value },
    }));
  return [...loaded, ...known.map((value) => ({ label: value, query: { ...query, [field]: value } }))];
}

function typedItem(query: LogQuery, text: string): FilterItem {
  const typed = parseTyped(text);
  const label = t('Filter by {0}', asLabel(queryText(typed, local)));
  return { iconPath: new vscode.ThemeIcon('filter'), label, query: { ...query, ...typed } };
}

function valueLabel(row: LogRow, field: RowFilterField): string {
  const value = row[field] ?? '';
  return asLabel(field === 'countryCode' && row.country ? `${row.country} (${value})` : value);
}

/** Returns items with a heading, which is not shown if there are none. */
function group(label: string, items: readonly vscode.QuickPickItem[]): vscode.QuickPickItem[] {
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}
