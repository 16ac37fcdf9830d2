/** A table of texts and numbers, sorted, and as CSV or Markdown for pasting. Runs in the browser too. */

import { words } from '../text/markdown.ts';
import { csvRecord } from './csv.ts';

/** Undefined: the service did not report it. */
export type Cell = string | number | undefined;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface SortOrder {
  /** Index of a column. */
  readonly column: number;
  readonly descending: boolean;
}

/** The rows in another order: what is not reported comes last, whichever way; equal ones stay as they are. */
export function sortedRows<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => Cell,
  descending: boolean,
): readonly Row[] {
  return rows.toSorted((one, other) => {
    const [left, right] = [cellOf(one), cellOf(other)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left).localeCompare(String(right), 'en');
    return descending ? -order : order;
  });
}

export function sortTable({ columns, rows }: Table, { column, descending }: SortOrder): Table {
  return { columns, rows: sortedRows(rows, (row) => row[column], descending) };
}

/** RFC 4180 with a header, CRLF after each line; what is not reported is empty, and no text is a formula. */
export function tableCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map(csvRecord).join('');
}

/** A table of Markdown; what is not reported says so. */
export function tableMarkdown({ columns, rows }: Table): string {
  const [first, ...others] = columns;
  const lines = rows.map((row) => row.map(markdownCell));
  return [[first, ...others], ['---', ...others.map(() => '--:')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function markdownCell(cell: Cell): string {
  if (cell === undefined) return 'not reported';
  return typeof cell === 'number' || /^\d{4}-\d{2}-\d{2}$/.test(cell) ? String(cell) : words(cell);
}
