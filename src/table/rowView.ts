/** Logs' rows in the form sent to the table's page, with shortened text for the visible columns. */
import { createHash } from 'node:crypto';
import type { ListChange } from '../lists/pagedList.ts';
import { type ListedLog, logId } from '../service/model.ts';
import { checkLogs, type FilterNames } from '../service/queries/filter.ts';
import { t } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { columnOf, type RowView } from './columns.ts';
import type { PlacedRow } from './lines.ts';
import type { ShownList } from './shownLists.ts';

export interface RowViewsOptions {
  /** IDs of the visible columns. */
  readonly columns: readonly string[];
  readonly statusOf: (log: ListedLog) => string | undefined;
  /** Returns the names of the parameters that were sent. */
  readonly names: () => FilterNames;
}

/**
 * Returns a change to a list in the form sent to the table's page, and notes the parts of the filter that the service
 * did not apply.
 */
export function rowViews(
  { placed, dropped, unreadable }: ListChange<ListedLog>,
  { list: { filter }, ignored, unasked }: ShownList,
  { columns, statusOf, names }: RowViewsOptions,
): (readonly [place: number, row: PlacedRow])[] {
  const logs = placed.map(([, log]) => log);
  const isFiltered = logs.length > 0 && Object.keys(filter).length > 0;
  const checked = isFiltered ? checkLogs(logs, filter, names()) : { logs, ignored: [], unasked: [] };
  for (const field of checked.ignored) ignored.add(field);
  for (const field of checked.unasked) unasked.add(field);
  const left = new Set(checked.logs);
  return [
    ...dropped.map((place) => [place, 'dropped'] as const),
    ...unreadable.map((place) => [place, 'unreadable'] as const),
    ...placed.map(([place, log]) => [place, rowView(log, columns, !left.has(log), statusOf(log))] as const),
  ];
}

/** Maximum length, in UTF-16 units, of the text in a cell and in its tooltip. */
export const LONGEST_CELL = 500;

/** The columns whose text is always sent, because grouping uses it even if the columns are not visible. */
const ALWAYS = ['time', 'action', 'rule', 'uri', 'address', 'country', 'status'];

/**
 * @param columns IDs of the visible columns
 * @param status the response status, if the log has been read
 */
export function rowView(
  { key, row }: ListedLog,
  columns: readonly string[],
  isOut: boolean,
  status?: string,
): RowView {
  const cells: Record<string, string> = {};
  const digests: Record<string, string> = {};
  for (const id of new Set([...ALWAYS, ...columns])) {
    const text = columnOf(id)?.textOf(row, status);
    if (text === undefined) continue;
    if (text.length <= LONGEST_CELL) cells[id] = text;
    else {
      cells[id] = t('{0}… ({1} characters)', cutText(text, LONGEST_CELL), text.length);
      digests[id] = createHash('sha256').update(text).digest('base64url');
    }
  }
  const method = /^[A-Z]{3,16}(?= )/.exec(row.rawData ?? '')?.[0];
  return {
    id: logId(key),
    idx: key.idx,
    detectedType: key.detectedType,
    cells,
    ...(method && { method }),
    ...(Object.keys(digests).length > 0 && { digests }),
    ...(isOut && { isOut }),
  };
}
