/**
 * Calculations for virtual scrolling. All rows have the same height, and only some are rendered. Because browsers limit
 * an element's height, a taller table is scrolled proportionally, so that its scroll bar still covers all rows.
 */

/** Height of a row in CSS pixels, the same as in the editor's lists. */
export const ROW_HEIGHT = 22;
/** Height of the column headers. */
export const HEAD_HEIGHT = 26;
/** Maximum number of rows to render, regardless of the window's height. */
export const MOST_DRAWN = 400;
/**
 * Maximum height of an element in CSS pixels. Browsers allow 33 million device pixels, so this is safe up to a zoom
 * level of 400%.
 */
const HIGHEST = 8_000_000;

/** Heights in CSS pixels. */
export interface Scrolled {
  /** The height of all rows. */
  readonly rows: number;
  /** The height of the visible area. */
  readonly sight: number;
}

/** Returns the height of the element that represents all rows. */
export function elementHeight(rows: number): number {
  return Math.min(rows, HIGHEST);
}

/** Returns the offset of the visible area from the top of the first row if the element is scrolled to `top`. */
export function offsetAt(top: number, { rows, sight }: Scrolled): number {
  return scaled(top, elementHeight(rows) - sight, rows - sight);
}

/** Returns the element's scroll position for an offset. This is the inverse of `offsetAt`. */
export function topAt(offset: number, { rows, sight }: Scrolled): number {
  return scaled(offset, rows - sight, elementHeight(rows) - sight);
}

/**
 * Returns the offset after the element was scrolled from one position to another. If the distance is less than two
 * screens, the rows move by the same number of pixels, as expected when using a mouse wheel. Otherwise, they move
 * proportionally, as expected when dragging the scroll bar.
 */
export function offsetAfter(offset: number, from: number, to: number, scrolled: Scrolled): number {
  const { rows, sight } = scrolled;
  const end = Math.max(0, elementHeight(rows) - sight);
  if (to <= 0 || to >= end || Math.abs(to - from) > 2 * sight) return offsetAt(to, scrolled);
  return clamp(offset + to - from, Math.max(0, rows - sight));
}

/** Returns the indexes of the first row to render and of the row after the last one. */
export function drawnRows(offset: number, sight: number, count: number): { first: number; end: number } {
  const first = Math.floor(offset / ROW_HEIGHT);
  return { first, end: Math.min(count, first + MOST_DRAWN, Math.ceil((offset + sight) / ROW_HEIGHT)) };
}

/** Returns the offset closest to the given one at which a row is fully visible. */
export function offsetFor(index: number, offset: number, sight: number): number {
  const top = index * ROW_HEIGHT;
  if (top < offset) return top;
  return top + ROW_HEIGHT > offset + sight ? Math.max(0, top + ROW_HEIGHT - sight) : offset;
}

function scaled(value: number, from: number, to: number): number {
  return from <= 0 ? 0 : clamp(value * (to / from), to);
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
