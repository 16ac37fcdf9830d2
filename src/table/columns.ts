/**
 * The table's columns. A new column is one entry here. Cells contain plain text unless page/rowElement.ts has a renderer
 * for the column. This code also runs in the table's page.
 */
import type { LogRow, RowFilterField } from '../service/model.ts';
import { local, type Message, message } from '../text/l10n.ts';
import { countryName } from '../text/localFormats.ts';
import { firstClock, rowTime, type TimeStyle } from '../text/zonedTime.ts';

/** The panel widths, in CSS pixels, at which columns change their widths. */
const BANDS = [500, 750, 1_000] as const;

export interface Column {
  readonly id: string;
  readonly title: Message;
  /** Minimum widths, in CSS pixels, for each band; 0 where the column is shown only if the user chose the columns. */
  readonly widths: readonly [number, number, number, number];
  /** The column's share of the remaining space. */
  readonly grows?: number;
  /**
   * Returns the text to show, or undefined if it was not sent.
   * @param status the response status, if the log has been read
   */
  readonly textOf: (row: LogRow, status?: string) => string | undefined;
  /** The list filter that can be set to a value in the column. */
  readonly filter?: RowFilterField;
  /** True if sorting starts with the largest value. */
  readonly descends?: true;
}

const column = (id: keyof LogRow, title: Message, width: number): Column => ({
  id,
  title,
  widths: [width, width, width, width],
  textOf: (row) => row[id] as string | undefined,
});

export const COLUMNS: readonly Column[] = [
  { ...column('action', message('Action'), 0), widths: [32, 32, 32, 104], filter: 'action' },
  {
    id: 'status',
    title: message('Status'),
    widths: [54, 54, 66, 66],
    textOf: (_, status) => status,
    descends: true,
  },
  { ...column('uri', message('Path'), 0), widths: [104, 108, 140, 140], grows: 3, filter: 'uri' },
  { ...column('rule', message('Rule'), 0), widths: [70, 88, 110, 128], grows: 1, filter: 'rule' },
  { ...column('time', message('Time'), 0), widths: [100, 100, 100, 160], descends: true },
  { ...column('detectedValue', message('Matched value'), 0), widths: [0, 110, 116, 120], grows: 3 },
  { ...column('address', message('Address'), 0), widths: [0, 0, 120, 120], filter: 'address' },
  {
    id: 'country',
    title: message('Country'),
    widths: [0, 0, 0, 116],
    textOf: ({ country, countryCode = '' }) =>
      country || countryName(countryCode) || countryCode || undefined,
    filter: 'countryCode',
  },
  { ...column('detectedType', message('Detection type'), 110), filter: 'detectedType' },
  { ...column('idx', message('Log'), 84), textOf: ({ idx }) => String(idx), descends: true },
  column('description', message('Description'), 240),
  column('ruleRaw', message('Rule (original value)'), 160),
  column('baseMessage', message('Message'), 200),
  column('baseType', message('Base type'), 84),
];

/** A log's row as the page shows it. */
export interface RowView {
  /** Unique within the domain. */
  readonly id: string;
  readonly idx: number;
  readonly detectedType: string;
  /** The text by column. Columns for which the service sent no value are omitted. */
  readonly cells: Readonly<Record<string, string>>;
  /** The request method, if the row contains raw data. */
  readonly method?: string;
  /** A digest of the full text of each truncated cell, which distinguishes it from text with the same start. */
  readonly digests?: Readonly<Record<string, string>>;
  /** True if the filter excludes this row but the service did not. */
  readonly isOut?: true;
}

/** The IDs of a table's columns before the user chooses any. The status is added once one has been read. */
export const FIRST_COLUMNS: readonly string[] = [
  'action',
  'uri',
  'rule',
  'time',
  'detectedValue',
  'address',
  'country',
];

/** Returns the columns with the response status, which is next to the action unless the user has placed it. */
export function withStatus(columns: readonly string[]): readonly string[] {
  return columns.includes('status') ? columns : columns.toSpliced(columns.indexOf('action') + 1, 0, 'status');
}

/** Returns the column with this ID, if there is one. */
export function columnOf(id: string): Column | undefined {
  return COLUMNS.find((each) => each.id === id);
}

/** Returns a column's title in the editor's language. */
export function columnTitle(id: string): string {
  const known = columnOf(id);
  return known ? local(known.title) : id;
}

export interface ShownColumn {
  readonly id: string;
  readonly width: number;
}

/**
 * Returns the visible columns and their widths: all if the user chose them, and otherwise those for which the table is
 * wide enough. They share the remaining space.
 * @param room the width available for columns, in CSS pixels
 */
export function fitColumns(
  columns: readonly string[],
  areChosen: boolean,
  room: number,
): readonly ShownColumn[] {
  const band = BANDS.filter((width) => room >= width).length;
  const placed = columns.flatMap((id) => {
    const { widths = [0], grows = 0 } = columnOf(id) ?? {};
    const width = widths[band] || (areChosen ? Math.max(...widths) : 0);
    return width > 0 ? [{ id, width, grows }] : [];
  });
  const left = Math.max(0, room - placed.reduce((sum, { width }) => sum + width, 0));
  const shares = placed.reduce((sum, { grows }) => sum + grows, 0);
  return placed.map(({ id, width, grows }) => ({
    id,
    width: width + (shares > 0 ? Math.floor((left * grows) / shares) : 0),
  }));
}

/** Minimum width, in CSS pixels, of a column that shows whole times. */
export const WHOLE_TIME = 150;

/** Returns a row's time in the preferred time zone, shortened as in the tree if the column is too narrow for it. */
export function timeText(time: string, width: number, style: TimeStyle, now = Date.now()): string {
  return width < WHOLE_TIME ? rowTime(time, style, now) : firstClock(time, style, now).clock;
}
