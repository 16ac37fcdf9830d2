/** Prompts for a filter to apply to a list of logs. Loaded on first use. */
import { isIP } from 'node:net';
import * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { DAY_NAMES, FIELD_NAMES, fieldText, queryText } from '../../formats/queryText.ts';
import type { LogRow, RowFilterField } from '../../service/model.ts';
import { DAY_PRESETS, daysOf, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { ACTIONS, parseTypedDays } from '../../service/queries/parseLogQuery.ts';
import { actionWord, parseTyped, typedAction } from '../../targets/typedQuery.ts';
import { languageInUse, local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { countryName } from '../../text/localFormats.ts';
import { pickOrType, promptText, type TypedItem } from '../../ui/prompts.ts';
import type { DomainFilter } from './filters.ts';

export interface FilterPickOptions {
  readonly target: DomainRef;
  /** The current filter. */
  readonly query: LogQuery;
  /** The loaded rows, from which values are suggested. */
  readonly rows: readonly LogRow[];
  /** The service's current date, `YYYY-MM-DD`. */
  readonly today: string;
}

/** One value of a log; also passed by the detection panel. */
export interface FilterValue {
  readonly field: RowFilterField;
  readonly value: string;
}

type Field = keyof LogQuery;

/** A menu item: a field to prompt for, or the final query. */
type MenuItem = vscode.QuickPickItem & {
  readonly field?: Field;
  readonly done?: LogQuery;
  readonly inTable?: true;
};

export interface PickedFilter {
  readonly query: LogQuery;
  /** True if the user chose to see the result in the table. */
  readonly inTable: boolean;
}
type ValueItem = TypedItem & { readonly value?: string };

const VALUE_FIELDS: readonly RowFilterField[] = ['rule', 'address', 'countryCode', 'uri', 'action'];

/**
 * Prompts field by field until the user is done. A complete query can also be typed in one step. Returns undefined if
 * canceled.
 */
export async function pickFilter(options: FilterPickOptions): Promise<PickedFilter | undefined> {
  let { query } = options;
  for (;;) {
    const chosen = await pickField(options, query);
    if (chosen?.done) return { query: chosen.done, inTable: chosen.inTable === true };
    if (!chosen?.field) return undefined;
    const answer = await pickFieldValue(options, chosen.field, query);
    if (answer) query = { ...without(query, chosen.field), ...answer };
  }
}

/** Prompts the user to choose a value from a log's row to filter by. */
export async function pickRowValue(row: LogRow): Promise<FilterValue | undefined> {
  const items = VALUE_FIELDS.flatMap((field) => {
    const value = row[field];
    if (!value) return [];
    return [{ label: valueLabel(row, field), description: local(FIELD_NAMES[field]), field, value }];
  });
  return vscode.window.showQuickPick(items, {
    title: t('Filter by This Value'),
    placeHolder: t('Show only logs with the same…'),
    matchOnDescription: true,
  });
}

/** Prompts the user to pick one of several filters. */
export async function pickFiltered(filters: readonly DomainFilter[]): Promise<DomainFilter | undefined> {
  const items = filters.map((filter) => ({
    label: asLabel(domainLabel(filter)),
    description: asLabel(queryText(filter.query, local)),
    filter,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: t('Select a domain to clear its filter'),
  });
  return chosen?.filter;
}

function pickField(
  { target, query: before }: FilterPickOptions,
  query: LogQuery,
): Promise<MenuItem | undefined> {
  const changed = queryText(query) !== queryText(before);
  const filtered = !isEmptyQuery(query);
  const done: MenuItem = {
    iconPath: new vscode.ThemeIcon('check'),
    label: t('Show Logs'),
    description: asLabel(queryText(query, local) || t('all')),
    done: query,
  };
  const inTable: MenuItem = {
    iconPath: new vscode.ThemeIcon('table'),
    label: t('Show Logs in Table'),
    description: asLabel(queryText(query, local) || t('all')),
    done: query,
    inTable: true,
  };
  const clear: MenuItem = { iconPath: new vscode.ThemeIcon('clear-all'), label: t('Clear Filter'), done: {} };
  const remove = { iconPath: new vscode.ThemeIcon('close'), tooltip: t('Remove') };
  const fields = Object.entries(FIELD_NAMES).map(([name, label]): MenuItem => {
    const field = name as Field;
    const value = fieldText(query, field, local);
    const description = asLabel(value ?? t('any'));
    return { label: local(label), description, field, ...(value && { buttons: [remove] }) };
  });
  return pickOrType<MenuItem>({
    title: t('Filter Logs of {0}', asLabel(domainLabel(target))),
    placeholder: t('Select a filter, or type an address, “today”, “blocked”, or a word…'),
    items: [...(changed ? [done, inTable] : []), ...fields, ...(filtered ? [clear] : [])],
    typed: (text) => {
      const typed = parseTyped(text);
      const label = t('Filter by {0}', asLabel(queryText(typed, local)));
      return [{ iconPath: new vscode.ThemeIcon('filter'), label, done: { ...query, ...typed } }];
    },
    onButton: ({ field }) => ({ label: '', done: field ? without(query, field) : query }),
  });
}

async function pickFieldValue(
  options: FilterPickOptions,
  field: Field,
  query: LogQuery,
): Promise<LogQuery | undefined> {
  if (field === 'days') return pickDays(options, query);
  if (field === 'keyword') return askKeyword(query);
  return pickValue(options, field, query);
}

async function pickDays({ today }: FilterPickOptions, query: LogQuery): Promise<LogQuery | undefined> {
  const presets = DAY_PRESETS.map((days) => {
    const { from, to } = daysOf(days, today);
    return {
      label: local(DAY_NAMES[days]),
      description: from === to ? from : t('{0} to {1}', from, to),
      query: { days },
    };
  });
  const chosen = await vscode.window.showQuickPick(
    [
      { label: t('Any day'), description: '', query: {} },
      ...presets,
      { label: t('Custom range…'), description: '', query: undefined },
    ],
    { title: t('Days'), placeHolder: t("Days are in the service's time zone") },
  );
  if (!chosen) return undefined;
  return chosen.query ?? askDays(today, query);
}

async function askDays(today: string, { days }: LogQuery): Promise<LogQuery | undefined> {
  const current = typeof days === 'object' ? days : daysOf(days ?? 'last7Days', today);
  const answer = await promptText({
    title: t('Days'),
    prompt: t("First and last day, in the service's time zone"),
    value: t('{0} to {1}', current.from, current.to),
    check: (text) => {
      const range = parseTypedDays(text, today);
      return 'problem' in range ? local(range.problem) : undefined;
    },
  });
  const range = typeof answer === 'object' ? parseTypedDays(answer.value, today) : undefined;
  return range && !('problem' in range) ? { days: range } : undefined;
}

async function askKeyword({ keyword = '' }: LogQuery): Promise<LogQuery | undefined> {
  const answer = await promptText({
    title: local(FIELD_NAMES.keyword),
    prompt: t('Text that the log contains. Leave it empty to match any log'),
    value: keyword,
  });
  if (typeof answer !== 'object') return undefined;
  const typed = answer.value.trim();
  return typed === '' ? {} : { keyword: typed };
}

async function pickValue(
  { rows }: FilterPickOptions,
  field: RowFilterField,
  query: LogQuery,
): Promise<LogQuery | undefined> {
  const name = local(FIELD_NAMES[field]);
  const any: ValueItem = { label: t('Any') };
  const chosen = await pickOrType<ValueItem>({
    title: name,
    placeholder: t('Select a value from the loaded logs, or type one'),
    items: [...(query[field] === undefined ? [] : [any]), ...suggestions(rows, field)],
    typed: (text) => [typedValue(field, text)],
  });
  if (!chosen) return undefined;
  return chosen.value === undefined ? {} : { [field]: chosen.value };
}

function typedValue(field: RowFilterField, text: string): ValueItem {
  if (field === 'address' && !isIP(text)) {
    return {
      label: `$(info) ${t('This is not a complete address')}`,
      detail: t('Type an address such as 203.0.113.9 or 2001:db8::9'),
      isProblem: true,
    };
  }
  const value = (field === 'action' && typedAction(text)) || text;
  return { label: `$(filter) ${asLabel(value)}`, value };
}

/** Returns the values of a field in the loaded rows, most frequent first. */
function suggestions(rows: readonly LogRow[], field: RowFilterField): ValueItem[] {
  const found = new Map<string, { row: LogRow; count: number }>();
  for (const row of rows) {
    const value = row[field];
    if (value) found.set(value, { row, count: (found.get(value)?.count ?? 0) + 1 });
  }
  const items = [...found]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([value, { row, count }]) => ({
      label: valueLabel(row, field),
      description: [t('{0} loaded', count), ...localName(field, value)].join('  '),
      value,
    }));
  const known = field === 'action' ? ACTIONS.filter((action) => !found.has(action)) : [];
  return [...items, ...known.map((value) => actionItem(value))];
}

function actionItem(action: string): ValueItem {
  const [description] = localName('action', action);
  return { label: action, value: action, ...(description && { description }) };
}

/** Returns the name of a value in the editor's language if it differs, so that users can also search by that name. */
function localName(field: RowFilterField, value: string): string[] {
  if (languageInUse().tag === 'en') return [];
  const name = field === 'action' ? actionWord(value) : field === 'countryCode' && countryName(value);
  return name ? [asLabel(name)] : [];
}

function valueLabel(row: LogRow, field: RowFilterField): string {
  const value = row[field] ?? '';
  return asLabel(field === 'countryCode' && row.country ? `${row.country} (${value})` : value);
}

function without(query: LogQuery, field: Field): LogQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== field));
}
