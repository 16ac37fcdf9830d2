/**
 * A sortable table of text and numbers, which can be formatted as CSV or Markdown for pasting. This code also runs in
 * the browser.
 */

import { words } from '../text/markdown.ts';
import { csvRecord } from './csv.ts';

/** The value of a cell; undefined if the service did not report it. */
export type Cell = string | number | undefined;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface SortOrder {
  readonly column: number;
  readonly descending: boolean;
}

/** Returns the sorted rows. Rows without a value are last in either direction, and equal rows keep their order. */
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

/**
 * Returns CSV (RFC 4180) with a header row and a CRLF after each line. Missing values are empty, and no text can be
 * interpreted as a formula.
 */
export function tableCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map(csvRecord).join('');
}

/** Returns a Markdown table. Missing values are marked as not reported. */
export function tableMarkdown({ columns, rows }: Table): string {
  const [first, ...others] = columns;
  const lines = rows.map((row) => row.map(markdownCell));
  return [[first, ...others], ['---', ...others.map(() => '--:')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function markdownCell(cell: Cell): string {
  if (cell === undefined) return 'not reported';
  return typeof cell === 'number' ? String(cell) : words(cell);
}
