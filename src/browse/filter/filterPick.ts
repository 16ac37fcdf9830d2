/** The prompt for a filter: the current filter, values from the loaded logs, and typed text. */
import * as vscode from 'vscode';
import { DAY_NAMES, FIELD_NAMES, fieldText, queryText } from '../../formats/queryText.ts';
import type { LogRow, RowFilterField } from '../../service/model.ts';
import type { FilterNames } from '../../service/queries/filter.ts';
import { DAY_PRESETS, daysOf, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { group, pickOrType } from '../../ui/prompts.ts';
import { ACTIONS, parseTyped } from './typedQuery.ts';

export interface FilterPickOptions {
  /** The name of the domain, and of its connection if there are several. */
  readonly name: string;
  /** The current filter. */
  readonly query: LogQuery;
  /** The loaded rows, from which values are suggested. */
  readonly rows: readonly LogRow[];
  /** The parameters that the service has for the parts of a filter. */
  readonly names: FilterNames;
  /** The service's current date, `YYYY-MM-DD`. */
  readonly today: string;
}

/** One value of a log; also passed by the detection panel. */
export interface FilterValue {
  readonly field: RowFilterField;
  readonly value: string;
}

type FilterItem = vscode.QuickPickItem & { readonly query?: LogQuery };

const VALUE_FIELDS = ['action', 'rule', 'address', 'countryCode', 'uri'] as const;
/** Maximum number of values to suggest for each field. */
const MOST_VALUES = 10;

/** Prompts for a filter. The result includes the parts of the current filter that were not replaced. */
export async function pickFilter(options: FilterPickOptions): Promise<LogQuery | undefined> {
  const { name, query, rows, names, today } = options;
  const chosen = await pickOrType<FilterItem>({
    title: t('Filter Logs of {0}', asLabel(name)),
    placeholder: t('Select a value, or type an address, “today”, “blocked”, or a word…'),
    items: [
      ...currentItems(query),
      ...(names.fromFilter === null ? [] : group(local(FIELD_NAMES.days), dayItems(query, today))),
      ...VALUE_FIELDS.flatMap((field) =>
        names[`${field}Filter`] === null
          ? []
          : group(local(FIELD_NAMES[field]), valueItems(query, rows, field)),
      ),
    ],
    typed: (text) => typedItem(query, text),
  });
  return chosen?.query;
}

/** Prompts the user to choose a value from a log's row to filter by. */
export async function pickRowValue(row: LogRow, names: FilterNames): Promise<FilterValue | undefined> {
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

/** Returns an item for each part of the current filter, which removes it, and one that removes all. */
function currentItems(query: LogQuery): FilterItem[] {
  if (isEmptyQuery(query)) return [];
  const fields = Object.keys(query) as (keyof LogQuery)[];
  const parts = fields.map((field): FilterItem => {
    const { [field]: _, ...rest } = query;
    const value = asLabel(fieldText(query, field, local) ?? '');
    return {
      iconPath: new vscode.ThemeIcon('close'),
      label: t('Remove {0}', value),
      description: local(FIELD_NAMES[field]),
      query: rest,
    };
  });
  const all = { iconPath: new vscode.ThemeIcon('clear-all'), label: t('Clear Filter'), query: {} };
  return group(t('current filter'), parts.length > 1 ? [...parts, all] : parts);
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
