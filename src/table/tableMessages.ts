/** The messages between a table's page and the extension, as a closed union for each direction. */
import * as v from 'valibot';
import type { LogQuery } from '../service/queries/logQuery.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import { COMMON_MESSAGE, type PanelFailure, readerOf, type StoredDomain } from '../ui/panelMessages.ts';
import { MOST_ROWS, type PlacedRow } from './lines.ts';

/** What a table's page can request, besides its rows. */
const TABLE_ACTIONS = [
  /** Runs a command for the selected logs or the focused cell. */
  'copyValue',
  'copyBugReport',
  'copyExclusionRequest',
  'readStatuses',
  /** Opens the focused log and moves focus to it. */
  'open',
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
] as const;
export type TableAction = (typeof TABLE_ACTIONS)[number];

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const shortText = v.pipe(v.string(), v.maxLength(300));

const fromTable = v.variant('type', [
  COMMON_MESSAGE,
  /** The visible positions of a list: the first one, and the one after the last. */
  v.strictObject({ type: v.literal('look'), list: place, first: place, end: place }),
  v.strictObject({
    type: v.literal('select'),
    ids: v.pipe(v.array(shortText), v.maxLength(MOST_ROWS)),
    focus: v.optional(shortText),
    column: v.optional(shortText),
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
    argument: v.optional(shortText),
  }),
]);
export type FromTable = v.InferOutput<typeof fromTable>;

/** Returns a message from a page, or undefined if the value is not a message that a page can send. */
export const readFromTable = readerOf(fromTable);

/** A part of the filter: a field and its value, as text to display. */
export interface FilterChip {
  readonly field: keyof LogQuery;
  readonly name: string;
  readonly text: string;
}

/** Everything that a table shows except its rows. */
export interface TableState {
  /** The domain's name, with the connection's if there are several. */
  readonly title: string;
  /**
   * The domain, for the page to store, which the editor writes to disk. It contains no filter, whose text can contain
   * secrets. Absent if the domain is not available.
   */
  readonly stored?: StoredDomain;
  readonly chips: readonly FilterChip[];
  readonly isReadingBeside: boolean;
  /** How to show the rows' times. */
  readonly times: TimeStyle;
  /** Unique to each displayed list; 0 before the first page is read. */
  readonly list: number;
  /** The number of positions in the list. */
  readonly length: number;
  /** True if the list might contain more, because the service does not report the number of logs. */
  readonly isMore: boolean;
  /** True while a list with a different filter is being read to replace this one. */
  readonly isChanging: boolean;
  /** True while rows are being loaded from the top of the list. */
  readonly isLoading: boolean;
  /** The IDs of the loaded rows that contain the typed words, if any are typed. */
  readonly found?: readonly string[];
  /** The reason that some rows, or a list with a different filter, could not be read. */
  readonly problem?: PanelFailure;
  /** Messages about unexpected properties of the service's responses. */
  readonly notices: readonly string[];
  /** The reason that nothing can be shown. */
  readonly failure?: PanelFailure;
}

export type ToTable =
  /** The complete state, and the rows that changed since the last message about the same list. */
  | { readonly type: 'show'; readonly state: TableState; readonly rows: readonly PlacedRow[] }
  /** Moves focus to the rows and, if a position is given, scrolls to it. */
  | { readonly type: 'focus'; readonly place?: number };
