/** The table's columns, and the text that each column shows for a row. This code also runs in the table's page. */
import type { LogRow, RowFilterField } from '../service/model.ts';
import { valueStart } from '../service/valueStart.ts';
import { type Message, message } from '../text/l10n.ts';
import { localDate } from '../text/localFormats.ts';
import { firstClock, parseClock, type TimeStyle } from '../text/zonedTime.ts';

export interface Column {
  readonly id: string;
  readonly title: Message;
  /** Minimum width in CSS pixels. */
  readonly width: number;
  /** The minimum column widths for panels that are narrower than `below`, in ascending order of `below`. */
  readonly narrow?: readonly (readonly [below: number, width: number])[];
  /** The minimum panel width, in CSS pixels, at which the column is shown, unless the user chose the column. */
  readonly from?: number;
  /** The column's share of the remaining space. */
  readonly grows?: number;
  /**
   * Returns the text as the service sent it, or undefined if it was not sent.
   * @param status the response status, if the log has been read
   */
  readonly textOf: (row: LogRow, status?: string) => string | undefined;
  /** The list filter that can be set to a value in the column. */
  readonly filter?: RowFilterField;
  /** True if larger numbers are more relevant. */
  readonly numeric?: true;
}

/** The columns for the fields that the interface defines. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'action',
    title: message('Action'),
    width: 104,
    narrow: [[1_000, 32]],
    textOf: ({ action }) => action,
    filter: 'action',
  },
  {
    id: 'uri',
    title: message('Path'),
    width: 140,
    narrow: [[400, 120]],
    grows: 3,
    textOf: ({ uri }) => uri,
    filter: 'uri',
  },
  {
    id: 'rule',
    title: message('Rule'),
    width: 128,
    narrow: [[400, 72]],
    grows: 1,
    textOf: ({ rule }) => rule,
    filter: 'rule',
  },
  {
    id: 'time',
    title: message('Time'),
    width: 160,
    narrow: [
      [700, 80],
      [1_000, 120],
    ],
    textOf: ({ time }) => time,
  },
  {
    id: 'detectedValue',
    title: message('Matched value'),
    width: 120,
    from: 700,
    grows: 3,
    textOf: ({ detectedValue }) => detectedValue,
  },
  {
    id: 'address',
    title: message('Address'),
    width: 120,
    from: 700,
    textOf: ({ address }) => address,
    filter: 'address',
  },
  {
    id: 'country',
    title: message('Country'),
    width: 116,
    from: 1_000,
    textOf: ({ country, countryCode }) => country || countryCode,
    filter: 'countryCode',
  },
  { id: 'status', title: message('Status'), width: 80, textOf: (_, status) => status, numeric: true },
  {
    id: 'detectedType',
    title: message('Detection type'),
    width: 110,
    textOf: ({ detectedType }) => detectedType,
    filter: 'detectedType',
  },
  { id: 'idx', title: message('Log'), width: 84, textOf: ({ idx }) => String(idx), numeric: true },
  { id: 'description', title: message('Description'), width: 240, textOf: ({ description }) => description },
  { id: 'ruleRaw', title: message('Rule (original value)'), width: 160, textOf: ({ ruleRaw }) => ruleRaw },
  { id: 'baseMessage', title: message('Message'), width: 200, textOf: ({ baseMessage }) => baseMessage },
  { id: 'baseType', title: message('Base type'), width: 84, textOf: ({ baseType }) => baseType },
];

/** A table's columns, in display order. */
export type ColumnLayout = readonly {
  readonly id: string;
  /** True if the user chose the column. It is then shown even in narrow tables. */
  readonly isChosen?: true | undefined;
}[];

/** A table's columns before the user changes them. */
export const FIRST_COLUMNS: readonly string[] = COLUMNS.slice(0, 7).map(({ id }) => id);

/** Maximum number of columns in a table. */
const MOST_COLUMNS = 100;

/**
 * Returns the columns after one is hidden, or shown regardless of the panel's width. A new column is added at the end.
 * The last visible column cannot be hidden.
 */
export function withColumn(columns: ColumnLayout, id: string, isShown: boolean): ColumnLayout {
  if (!columnOf(id)) return columns;
  const others = columns.filter((each) => each.id !== id);
  if (!isShown) return others.length > 0 ? others : columns;
  const chosen = { id, isChosen: true as const };
  if (others.length < columns.length) return columns.map((each) => (each.id === id ? chosen : each));
  return columns.length < MOST_COLUMNS ? [...columns, chosen] : columns;
}

/** Maximum number of unknown fields that can be columns in one table. */
const MOST_OTHER = 40;
const OTHER = 'other.';
/** Maximum length, in UTF-16 units, of the name of an unknown field that can be a column. */
const LONGEST_NAME = 100;

/** Returns the column with this ID, if there is one. The ID of a column for an unknown field begins with `other.`. */
export function columnOf(id: string): Column | undefined {
  const known = COLUMNS.find((column) => column.id === id);
  if (known || !id.startsWith(OTHER)) return known;
  const name = id.slice(OTHER.length);
  if (name === '') return undefined;
  const textOf = ({ other }: LogRow) => {
    const value = Object.hasOwn(other, name) ? other[name] : undefined;
    if (value === undefined || value === null) return undefined;
    return typeof value === 'string' ? value : valueStart(value, 1_000);
  };
  return { id, title: { text: '{0}', values: [name] }, width: 140, textOf };
}

/** Returns the IDs of the columns for the unknown fields in a row. */
export function otherColumns({ other }: LogRow): string[] {
  const names = Object.keys(other).filter((name) => name !== '' && name.length <= LONGEST_NAME);
  return names.slice(0, MOST_OTHER).map((name) => `${OTHER}${name}`);
}

/** Adds the column IDs for a row's unknown fields to `known`, up to the maximum number. */
export function addOtherColumns(known: Set<string>, row: LogRow): void {
  for (const id of otherColumns(row)) {
    if (known.size >= MOST_OTHER) break;
    known.add(id);
  }
}

/** The panel width, in CSS pixels, below which a table is narrow: it shows fewer columns and words. */
export const NARROW = 700;

/** Width, in CSS pixels, of a column that has none of its own. */
const LEAST_WIDTH = 32;

export interface ShownColumn {
  readonly id: string;
  readonly width: number;
}

/**
 * Returns the visible columns and their widths: the columns that the user chose, and the others if the panel is wide
 * enough for them. They share the remaining space.
 * @param panel the width of the panel, in CSS pixels
 * @param room the width available for columns, in CSS pixels
 */
export function fitColumns(layout: ColumnLayout, panel: number, room: number): readonly ShownColumn[] {
  const inSight = layout.filter(({ id, isChosen }) => isChosen || panel >= (columnOf(id)?.from ?? 0));
  const shown = (inSight.length > 0 ? inSight : layout).map(({ id }) => ({
    id,
    width: leastWidth(id, panel),
    grows: columnOf(id)?.grows ?? 0,
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
  return narrow ?? column?.width ?? LEAST_WIDTH;
}

/**
 * How much of a time to show: only the time of day for today and only the date for other days (`brief`), the date and
 * time (`short`), or the time as is (`whole`).
 */
export type TimeForm = 'brief' | 'short' | 'whole';

/** Returns the longest form of times that fits in a column with the given width, in CSS pixels. */
export function timeForm(width: number): TimeForm {
  if (width < 100) return 'brief';
  return width < 150 ? 'short' : 'whole';
}

/**
 * Returns a row's time in the given form and in the preferred time zone. Text that is not a time is returned unchanged.
 * @example timeText('2026-11-22 03:14:21', 'brief', style) // 'Nov 22'; '03:14' on that day, '2026-11' in other years
 */
export function timeText(time: string, form: TimeForm, style: TimeStyle, now = Date.now()): string {
  const { clock, today = '' } = firstClock(time, style, now);
  const instant = parseClock(clock);
  if (form === 'whole' || instant === undefined) return clock;
  if (clock.slice(0, 10) === today.slice(0, 10))
    return form === 'brief' ? clock.slice(11, 16) : clock.slice(11);
  const year = today === '' ? new Date(now).getFullYear() : Number(today.slice(0, 4));
  const isThisYear = Number(clock.slice(0, 4)) === year;
  if (form === 'brief' && !isThisYear) return clock.slice(0, 7);
  return localDate(instant, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    ...(form === 'short' && isThisYear && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
}
