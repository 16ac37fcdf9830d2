import type { RowView } from './rowView.ts';

/** By which column the loaded rows are sorted; without one they are in the service's order. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

const byText = new Intl.Collator('en', { numeric: true });

/**
 * Returns the rows sorted: those without a value come last in either direction, equal ones keep their order. Numbers within
 * texts count as numbers, so that addresses are in their order.
 */
export function sortRows(rows: readonly RowView[], { column, descending }: TableSort): RowView[] {
  // A time that is sent as the interface has it is in its order character by character.
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
