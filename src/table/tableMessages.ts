/** The messages between a table's page and the extension, as a closed union for each direction. */
import * as v from 'valibot';
import type { TimeStyle } from '../text/zonedTime.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import type { ColumnLayout } from './columns.ts';
import type { TableSort } from './entries.ts';
import { MOST_ROWS } from './entries.ts';
import type { Grouping } from './group.ts';
import type { RowView } from './rowView.ts';

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const columnId = v.pipe(v.string(), v.maxLength(200));
const logIdText = v.pipe(v.string(), v.maxLength(300));

/** The actions of the table's buttons. */
export const TABLE_ACTIONS = ['filterLogs', 'clearFilter', 'goToPage', 'refresh', 'exportLogs'] as const;

const fromTable = v.variant('type', [
  ...COMMON_MESSAGES,
  /** The visible positions: the first one, and the one after the last. */
  v.strictObject({ type: v.literal('look'), list: place, first: place, end: place }),
  v.strictObject({
    type: v.literal('select'),
    /** In display order. */
    ids: v.pipe(v.array(logIdText), v.maxLength(MOST_ROWS)),
    focus: v.optional(logIdText),
    column: v.optional(columnId),
  }),
  /** Opens the focused log and moves focus to it. */
  v.strictObject({ type: v.literal('open') }),
  v.strictObject({ type: v.literal('copy') }),
  /** The words in the search field. If `isEntered` is true, they are added to the filter. */
  v.strictObject({
    type: v.literal('search'),
    text: v.pipe(v.string(), v.maxLength(1_000)),
    isEntered: v.boolean(),
  }),
  v.strictObject({ type: v.literal('removeFilter'), field: v.pipe(v.string(), v.maxLength(50)) }),
  v.strictObject({ type: v.literal('run'), action: v.picklist(TABLE_ACTIONS) }),
  /** Starts or stops loading rows from the top of the list, up to the maximum number. */
  v.strictObject({ type: v.literal('load'), isWanted: v.boolean() }),
  /** Adds a column at the end, or removes one. */
  v.strictObject({ type: v.literal('column'), id: columnId, isShown: v.boolean() }),
  v.strictObject({ type: v.literal('readBeside'), isOn: v.boolean() }),
]);
export type FromTable = v.InferOutput<typeof fromTable>;

/** Returns a message from a page, or undefined if the value is not a message that a page can send. */
export const readFromTable = readerOf(fromTable);

const stored = v.object({
  base: v.pipe(v.string(), v.maxLength(2_000)),
  domain: v.pipe(v.number(), v.safeInteger()),
});

/**
 * The table state that the editor stores on disk: the service, the domain, and how the rows are arranged. Contains no
 * rows or typed words.
 */
export interface TableStored extends v.InferOutput<typeof stored> {
  readonly sort?: TableSort;
  readonly grouping?: Grouping;
}

/** Returns the part of a stored state that the extension needs, or undefined for any other value. */
export const readTableStored = readerOf(stored);

/** A part of the filter: a field and its value, as text to display. */
export interface FilterChip {
  readonly field: string;
  readonly name: string;
  readonly text: string;
}

/** Positions whose page could not be read: the first one, and the one after the last. */
export interface FailedPlaces extends PanelFailure {
  readonly first: number;
  readonly end: number;
}

export interface ListState {
  /** Unique to each displayed list. Positions refer to a particular list. */
  readonly list: number;
  /** The number of positions in the list. */
  readonly length: number;
  /** The number of logs that the service reports; undefined if it does not report the number. */
  readonly total?: number;
  readonly newer: number;
  /** True before the first page is read. */
  readonly isFirst: boolean;
  /** True while a list with a different filter is being read to replace this one. */
  readonly isChanging: boolean;
  /** True while rows are being loaded from the top of the list, up to the maximum number. */
  readonly isLoading: boolean;
  readonly failed: readonly FailedPlaces[];
  /** Messages about unexpected properties of the service's responses. */
  readonly notices: readonly string[];
  /** The reason a different list could not be read. */
  readonly problem?: PanelFailure;
}

export interface TableHead {
  readonly title: string;
  readonly connectionId: string;
  /** The connection's name, if there are several. */
  readonly connection?: string;
  readonly domain: number;
  readonly chips: readonly FilterChip[];
  readonly columns: ColumnLayout;
  /** The IDs of the unknown fields that can be columns. */
  readonly otherColumns: readonly string[];
  readonly isReadingBeside: boolean;
  /** How to show the rows' times. */
  readonly times: TimeStyle;
}

export type ToTable =
  | {
      readonly type: 'head';
      readonly head: TableHead;
      readonly stored?: Pick<TableStored, 'base' | 'domain'>;
    }
  | { readonly type: 'list'; readonly state: ListState }
  | {
      readonly type: 'rows';
      readonly list: number;
      readonly rows: readonly (readonly [place: number, row: RowView])[];
      readonly dropped: readonly number[];
      /** Positions whose rows could not be read. */
      readonly unreadable: readonly number[];
    }
  /** The table as a whole cannot be shown. */
  | { readonly type: 'failed'; readonly failure: PanelFailure }
  /** The loaded rows that contain the words; all rows if `ids` is undefined. */
  | {
      readonly type: 'found';
      readonly text: string;
      readonly ids?: readonly string[];
      readonly isAsking: boolean;
    }
  /** Scrolls to a position. */
  | { readonly type: 'goTo'; readonly place: number }
  | { readonly type: 'focus' }
  | { readonly type: 'say'; readonly text: string };
