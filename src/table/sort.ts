import type { RowView } from './rowView.ts';

/** The column that the loaded rows are sorted by; if undefined, they are in the service's order. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

const byText = new Intl.Collator('en', { numeric: true });

/**
 * Returns the sorted rows. Rows without a value are last in either direction, and equal rows keep their order. Numbers
 * within text are compared as numbers, which also sorts addresses correctly.
 */
export function sortRows(rows: readonly RowView[], { column, descending }: TableSort): RowView[] {
  // Times in the interface's format sort correctly as text.
  const compare =
    column === 'time'
      ? (one: string, other: string) => (one < other ? -1 : Number(one > other))
      : byText.compare;
  const valued = rows.filter((row) => !!row.cells[column]);
  const empty = rows.filter((row) => !row.cells[column]);
  const sign = descending ? -1 : 1;
  valued.sort((one, other) => sign * compare(one.cells[column] ?? '', other.cells[column] ?? ''));
  return [...valued, ...empty];
}
