/**
 * The table's columns and the cells of a row. A new column is one entry here. Cells contain plain text unless
 * page/rowElement.ts has a renderer for the column. This code also runs in the table's page.
 */
import { type ListedLog, type LogKey, type LogRow, logId, type RowFilterField } from '../service/model.ts';
import { type Message, message, t } from '../text/l10n.ts';
import { countryName } from '../text/localFormats.ts';
import { cutText } from '../text/strings.ts';
import { firstClock, rowTime, type TimeStyle } from '../text/zonedTime.ts';

/** The panel widths, in CSS pixels, at which columns change their widths. */
const BANDS = [500, 750, 1_000] as const;
type Widths = readonly [number, number, number, number];

export interface Column {
  readonly id: string;
  readonly title: Message;
  /** Minimum widths, in CSS pixels, for each band; 0 where the column is not shown. */
  readonly widths: Widths;
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
  readonly descends?: boolean;
}

const column = (id: keyof LogRow, title: Message, widths: Widths): Column => ({
  ...{ id, title, widths },
  textOf: (row) => row[id] as string | undefined,
});

export const COLUMNS: readonly Column[] = [
  { ...column('action', message('Action'), [32, 32, 32, 104]), filter: 'action' },
  {
    id: 'status',
    textOf: (_, status) => status,
    title: message('Status'),
    widths: [54, 54, 66, 66],
    descends: true,
  },
  { ...column('uri', message('Path'), [104, 108, 140, 140]), grows: 3, filter: 'uri' },
  { ...column('rule', message('Rule'), [70, 82, 110, 128]), grows: 1, filter: 'rule' },
  { ...column('time', message('Time'), [100, 124, 124, 160]), descends: true },
  { ...column('detectedValue', message('Matched value'), [0, 100, 116, 120]), grows: 3 },
  { ...column('address', message('Address'), [0, 0, 120, 120]), filter: 'address' },
  {
    id: 'country',
    title: message('Country'),
    widths: [0, 0, 0, 116],
    textOf: ({ country, countryCode = '' }) =>
      country || countryName(countryCode) || countryCode || undefined,
    filter: 'countryCode',
  },
];

/** Returns the column with this ID, if there is one. */
export function columnOf(id: string): Column | undefined {
  return COLUMNS.find((each) => each.id === id);
}

export interface ShownColumn extends Column {
  /** The minimum width in CSS pixels. */
  readonly width: number;
}

/**
 * Returns the columns for which the table is wide enough.
 * @param room the width available for columns, in CSS pixels
 * @param hasStatus true if a response status has been read
 */
export function fitColumns(room: number, hasStatus: boolean): readonly ShownColumn[] {
  const band = BANDS.filter((width) => room >= width).length;
  return COLUMNS.map((each) => ({ ...each, width: each.widths[band] ?? 0 })).filter(
    ({ id, width }) => width > 0 && (hasStatus || id !== 'status'),
  );
}

/** Minimum width, in CSS pixels, of a column that shows whole times. */
const WHOLE_TIME = 150;

/** Returns a row's time in the preferred time zone, shortened as in the tree if the column is too narrow for it. */
export function timeText(time: string, width: number, style: TimeStyle, now = Date.now()): string {
  return width < WHOLE_TIME ? rowTime(time, style, now) : firstClock(time, style, now).clock;
}

export interface RowView {
  /** Unique within the domain. */
  readonly id: string;
  readonly key: LogKey;
  /** The text by column. Columns for which the service sent no value are omitted. */
  readonly cells: Readonly<Record<string, string>>;
  /** The request method, if the row contains raw data. */
  readonly method?: string;
  /** True if the filter excludes this row but the service did not. */
  readonly isOut?: true;
}

/** Maximum length, in UTF-16 units, of the text in a cell and in its tooltip. */
export const LONGEST_CELL = 500;

/**
 * Returns a log's row in the form sent to the table's page, with shortened text.
 * @param status the response status, if the log has been read
 */
export function rowView({ key, row }: ListedLog, isOut: boolean, status?: string): RowView {
  const cells: Record<string, string> = {};
  for (const { id, textOf } of COLUMNS) {
    const text = textOf(row, status);
    if (text === undefined) continue;
    const isLong = text.length > LONGEST_CELL;
    cells[id] = isLong ? t('{0}… ({1} characters)', cutText(text, LONGEST_CELL), text.length) : text;
  }
  const method = /^[A-Z]{3,16}(?= )/.exec(row.rawData ?? '')?.[0];
  return { id: logId(key), key, cells, ...(method && { method }), ...(isOut && { isOut }) };
}
