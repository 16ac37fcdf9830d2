/** The messages between a table's page and the extension, as a closed union for each direction. */
import * as v from 'valibot';
import { DAY_PRESETS, type LogQuery } from '../service/queries/logQuery.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import type { Grouping } from './group.ts';
import { MOST_ROWS, type PlacedRow, type TableSort } from './lines.ts';

/** What a table's page can request, besides its rows. */
export const TABLE_ACTIONS = [
  /** Opens the focused log and moves focus to it. */
  'open',
  'copyValue',
  'filterLogs',
  /** Removes a field from the filter. The argument is its name. */
  'removeFilter',
  'goToPage',
  'refresh',
  'exportLogs',
  /** Loads rows from the top of the list, up to the maximum number; `stop` stops that. */
  'load',
  'stop',
  /** Shows the focused log beside the table, or stops that. */
  'readBeside',
  'chooseColumns',
  /** Runs the command for the selected logs. */
  'copyBugReport',
  'copyExclusionRequest',
  'readStatuses',
] as const;
export type TableAction = (typeof TABLE_ACTIONS)[number];

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const logIdText = v.pipe(v.string(), v.maxLength(300));
const columnId = v.pipe(v.string(), v.maxLength(200));

const fromTable = v.variant('type', [
  ...COMMON_MESSAGES,
  /** The visible positions of a list: the first one, and the one after the last. */
  v.strictObject({ type: v.literal('look'), list: place, first: place, end: place }),
  v.strictObject({
    type: v.literal('select'),
    /** In display order. */
    ids: v.pipe(v.array(logIdText), v.maxLength(MOST_ROWS)),
    focus: v.optional(logIdText),
    column: v.optional(columnId),
  }),
  /** The words in the search field. If `isEntered` is true, they are added to the filter. */
  v.strictObject({
    type: v.literal('search'),
    text: v.pipe(v.string(), v.maxLength(1_000)),
    isEntered: v.boolean(),
  }),
  v.strictObject({
    type: v.literal('run'),
    action: v.picklist(TABLE_ACTIONS),
    argument: v.optional(columnId),
  }),
]);
export type FromTable = v.InferOutput<typeof fromTable>;

/** Returns a message from a page, or undefined if the value is not a message that a page can send. */
export const readFromTable = readerOf(fromTable);

const value = v.pipe(v.string(), v.maxLength(200));

const stored = v.object({
  base: v.pipe(v.string(), v.maxLength(2_000)),
  connectionId: v.optional(v.pipe(v.string(), v.maxLength(200))),
  domain: v.pipe(v.number(), v.safeInteger()),
  filter: v.optional(
    v.object({
      days: v.optional(v.union([v.picklist(DAY_PRESETS), v.object({ from: value, to: value })])),
      address: v.optional(value),
      rule: v.optional(value),
      action: v.optional(value),
      countryCode: v.optional(value),
      detectedType: v.optional(value),
    }),
  ),
});

/**
 * The table state that the editor stores on disk: the service, the domain, the filter, and how the rows are arranged.
 * Contains no rows and none of the filters whose text can contain secrets: path and keyword.
 */
export interface TableStored extends v.InferOutput<typeof stored> {
  readonly sort?: TableSort;
  readonly grouping?: Grouping;
}

/** Returns the part of a stored state that the extension needs, or undefined for any other value. */
export const readTableStored = readerOf(stored);

/** A part of the filter: a field and its value, as text to display. */
export interface FilterChip {
  readonly field: keyof LogQuery;
  readonly name: string;
  readonly text: string;
}

/** Everything that a table shows except its rows. */
export interface TableState {
  readonly title: string;
  readonly connectionId: string;
  /** The connection's name, if there are several. */
  readonly connection?: string;
  readonly domain: number;
  readonly chips: readonly FilterChip[];
  /** The IDs of the columns, in display order. */
  readonly columns: readonly string[];
  /** True if the user chose the columns. They are then all shown even in narrow tables. */
  readonly areChosen: boolean;
  readonly isReadingBeside: boolean;
  /** How to show the rows' times. */
  readonly times: TimeStyle;
  /** Unique to each displayed list; 0 before the first page is read. Positions refer to a particular list. */
  readonly list: number;
  /** The number of positions in the list. */
  readonly length: number;
  /** The number of logs that the service reports; undefined if it does not report the number. */
  readonly total?: number;
  readonly newer: number;
  /** True while a list with a different filter is being read to replace this one. */
  readonly isChanging: boolean;
  /** True while rows are being loaded from the top of the list. */
  readonly isLoading: boolean;
  /** The positions that could not be read: for each span, the first one, and the one after the last. */
  readonly failed: readonly { readonly first: number; readonly end: number }[];
  /** The reason that the first of them, or a list with a different filter, could not be read. */
  readonly problem?: PanelFailure;
  /** Messages about unexpected properties of the service's responses. */
  readonly notices: readonly string[];
  /** The reason that nothing can be shown. */
  readonly failure?: PanelFailure;
}

export type ToTable =
  | { readonly type: 'show'; readonly state: TableState; readonly stored?: TableStored }
  | {
      readonly type: 'rows';
      readonly list: number;
      readonly rows: readonly (readonly [place: number, row: PlacedRow])[];
    }
  /** The loaded rows that contain the typed words; all rows if `ids` is undefined. */
  | { readonly type: 'found'; readonly ids?: readonly string[] }
  /** Moves focus to the rows and, if a position is given, scrolls to it. */
  | { readonly type: 'focus'; readonly place?: number }
  | { readonly type: 'say'; readonly text: string };
