/** Determines which columns a table shows in a panel, and their widths. Pure. */
import { columnOf, WIDTHS } from './columns.ts';
import type { ColumnLayout } from './tableMessages.ts';

/**
 * The panel width, in CSS pixels, below which a table is narrow: it shows fewer columns, and logs are opened below it.
 */
export const NARROW = 700;

export interface ShownColumn {
  readonly id: string;
  readonly width: number;
}

/**
 * Returns the visible columns: those that the user chose, and others if the panel is wide enough for them. Columns
 * without a user-defined width share the remaining space.
 * @param panel the width of the panel, in CSS pixels
 * @param room the width available for columns, in CSS pixels
 */
export function fitColumns(layout: ColumnLayout, panel: number, room: number): readonly ShownColumn[] {
  const inSight = layout.filter(({ id, isChosen }) => isChosen || panel >= (columnOf(id)?.from ?? 0));
  const shown = (inSight.length > 0 ? inSight : layout).map(({ id, width }) => ({
    id,
    width: width ?? leastWidth(id, panel),
    grows: width === undefined ? (columnOf(id)?.grows ?? 0) : 0,
  }));
  const left = Math.max(0, room - shown.reduce((sum, { width }) => sum + width, 0));
  const shares = shown.reduce((sum, { grows }) => sum + grows, 0);
  return shown.map(({ id, width, grows }) => ({
    id,
    width: shares > 0 ? width + Math.floor((left * grows) / shares) : width,
  }));
}

function leastWidth(id: string, panel: number): number {
  const column = columnOf(id);
  const [, narrow] = column?.narrow?.find(([below]) => panel < below) ?? [];
  return narrow ?? column?.width ?? WIDTHS.least;
}
