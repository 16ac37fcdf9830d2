/**
 * The arithmetic of virtual rows: all of one height, some of them drawn. A browser's element can only be so high; a higher
 * table is scrolled in proportion, so that its bar still leads from the first row to the last.
 */

/** CSS pixels; as high as the rows of the editor's lists. */
export const ROW_HEIGHT = 22;
/** Rows that are drawn at once, unless more are in sight. */
export const USUALLY_DRAWN = 100;
/** Rows that are drawn at once, however high the window is. */
export const MOST_DRAWN = 400;
/** Rows that are drawn above and below those in sight. */
const BEYOND = 8;
/** CSS pixels of the highest element. Browsers hold 33 million device pixels: this leaves room for a zoom of 400 %. */
const HIGHEST = 8_000_000;

/** CSS pixels. */
export interface Scrolled {
  /** The height of all rows. */
  readonly rows: number;
  /** The height in which rows are in sight. */
  readonly sight: number;
}

/** The height of the element that stands for all rows. */
export function elementHeight(rows: number): number {
  return Math.min(rows, HIGHEST);
}

/** The offset of the first row's top above the sight, where the element is scrolled to `top`. */
export function offsetAt(top: number, { rows, sight }: Scrolled): number {
  const [most, furthest] = [Math.max(0, rows - sight), Math.max(0, elementHeight(rows) - sight)];
  if (furthest === most) return clamp(top, most);
  return clamp((top / furthest) * most, most);
}

/** Where the element is scrolled to for an offset: the inverse of `offsetAt`. */
export function topAt(offset: number, { rows, sight }: Scrolled): number {
  const [most, furthest] = [Math.max(0, rows - sight), Math.max(0, elementHeight(rows) - sight)];
  if (furthest === most) return clamp(offset, most);
  return clamp((offset / most) * furthest, furthest);
}

/**
 * The offset after the element was scrolled from one top to another. A step of less than two screens moves rows by as many
 * pixels, as a wheel means it; a longer one moves in proportion, as the bar does.
 */
export function offsetAfter(offset: number, from: number, to: number, scrolled: Scrolled): number {
  const { rows, sight } = scrolled;
  const end = Math.max(0, elementHeight(rows) - sight);
  if (to <= 0 || to >= end || Math.abs(to - from) > 2 * sight) return offsetAt(to, scrolled);
  return clamp(offset + to - from, Math.max(0, rows - sight));
}

/** The rows to draw: the first, and the one after the last. */
export function drawnRows(offset: number, sight: number, count: number): { first: number; end: number } {
  const inSight = Math.min(MOST_DRAWN, Math.ceil(sight / ROW_HEIGHT) + 1);
  const most = inSight > USUALLY_DRAWN ? MOST_DRAWN : USUALLY_DRAWN;
  const beyond = Math.min(BEYOND, Math.floor((most - inSight) / 2));
  const top = Math.floor(offset / ROW_HEIGHT);
  return { first: Math.max(0, top - beyond), end: Math.min(count, top + inSight + beyond) };
}

/** The offset at which a row is in sight whole: the one given, if it is. */
export function offsetFor(index: number, offset: number, sight: number): number {
  const top = index * ROW_HEIGHT;
  if (top < offset) return top;
  return top + ROW_HEIGHT > offset + sight ? Math.max(0, top + ROW_HEIGHT - sight) : offset;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
