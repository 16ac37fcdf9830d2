/** The messages between a table's page and the extension: two closed unions. */
import * as v from 'valibot';
import type { TimeStyle } from '../text/zonedTime.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import type { Grouping } from './group.ts';
import type { RowView } from './rowView.ts';
import type { TableSort } from './sort.ts';
import { MOST_ROWS } from './tableLimits.ts';

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const columnId = v.pipe(v.string(), v.maxLength(200));
const logIdText = v.pipe(v.string(), v.maxLength(300));

const width = v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(5_000));
export const MOST_COLUMNS = 100;
const columns = v.pipe(
  v.array(
    v.strictObject({
      id: columnId,
      /** CSS pixels, where the user set a width. */
      width: v.optional(width),
      /** Whether the user chose the column, which then shows in narrow tables, too. */
      isChosen: v.optional(v.literal(true)),
    }),
  ),
  v.maxLength(MOST_COLUMNS),
);
/** The columns of a table in their order. */
export type ColumnLayout = readonly {
  readonly id: string;
  readonly width?: number | undefined;
  readonly isChosen?: true | undefined;
}[];

/** The commands that the table's buttons run on its domain. */
export const TABLE_ACTIONS = ['filterLogs', 'clearFilter', 'goToPage', 'refresh', 'exportLogs'] as const;

const fromTable = v.variant('type', [
  ...COMMON_MESSAGES,
  /** The places in sight: the first, and the one after the last. */
  v.strictObject({ type: v.literal('look'), list: place, first: place, end: place }),
  v.strictObject({
    type: v.literal('select'),
    /** In the order shown. */
    ids: v.pipe(v.array(logIdText), v.maxLength(MOST_ROWS)),
    focus: v.optional(logIdText),
    column: v.optional(columnId),
  }),
  /** Shows the log in focus, and goes there. */
  v.strictObject({ type: v.literal('open') }),
  v.strictObject({ type: v.literal('copy') }),
  /** The words that are typed now; `isEntered` makes them part of the filter. */
  v.strictObject({
    type: v.literal('search'),
    text: v.pipe(v.string(), v.maxLength(1_000)),
    isEntered: v.boolean(),
  }),
  v.strictObject({ type: v.literal('removeFilter'), field: v.pipe(v.string(), v.maxLength(50)) }),
  v.strictObject({ type: v.literal('run'), action: v.picklist(TABLE_ACTIONS) }),
  /** Filters the rows by the word that they contain. */
  v.strictObject({ type: v.literal('filterRows') }),
  /** Loads as many rows from the first as are kept, or stops that. */
  v.strictObject({ type: v.literal('load'), isWanted: v.boolean() }),
  /** Adds a column at the end, or leaves it out. */
  v.strictObject({ type: v.literal('column'), id: columnId, isShown: v.boolean() }),
  /** Sets the width of a column; without one, the column has its usual width again. */
  v.strictObject({ type: v.literal('width'), id: columnId, width: v.optional(width) }),
  /** Whether the panel is narrow now. */
  v.strictObject({ type: v.literal('narrow'), isNarrow: v.boolean() }),
  v.strictObject({ type: v.literal('readBeside'), isOn: v.boolean() }),
]);
export type FromTable = v.InferOutput<typeof fromTable>;

/** A message of a page, or undefined for anything that no page of ours sends. */
export const readFromTable = readerOf(fromTable);

const stored = v.object({
  base: v.pipe(v.string(), v.maxLength(2_000)),
  domain: v.pipe(v.number(), v.safeInteger()),
});

/**
 * The state of a table that the editor stores on disk: the service, the domain and how rows are arranged. No row, no word
 * that was typed.
 */
export interface TableStored extends v.InferOutput<typeof stored> {
  readonly sort?: TableSort;
  readonly grouping?: Grouping;
}

/** Returns what the extension needs of a stored state, or undefined for anything else. */
export const readTableStored = readerOf(stored);

/** Returns the columns of a stored layout; undefined for anything else. */
export const readColumns = readerOf(columns);

/** A part of the filter: its field and its value in words. */
export interface FilterChip {
  readonly field: string;
  readonly name: string;
  readonly text: string;
}

/** Places whose page could not be read: the first, and the one after the last. */
export interface FailedPlaces extends PanelFailure {
  readonly first: number;
  readonly end: number;
}

export interface ListState {
  /** Differs for each list that is shown: places of one are none of another. */
  readonly list: number;
  /** Places of the list. */
  readonly length: number;
  /** Logs that the service says there are; undefined when it does not say. */
  readonly total?: number;
  readonly newer: number;
  /** Whether nothing was read yet. */
  readonly isFirst: boolean;
  /** Whether another list, of another filter, is being read to be shown instead. */
  readonly isChanging: boolean;
  /** Whether the first rows are being loaded, as many as are kept. */
  readonly isLoading: boolean;
  readonly failed: readonly FailedPlaces[];
  /** Sentences about what the service did. */
  readonly notices: readonly string[];
  /** Whether the loaded rows can be filtered by a word that the service may have ignored. */
  readonly canFilterRows?: true;
  /** Why another list could not be read. */
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
  /** Fields that the interface does not name and that can be columns, by id. */
  readonly otherColumns: readonly string[];
  readonly isReadingBeside: boolean;
  /** How the times of rows are shown. */
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
      /** Places whose row could not be read. */
      readonly unreadable: readonly number[];
    }
  /** The whole table cannot be shown. */
  | { readonly type: 'failed'; readonly failure: PanelFailure }
  /** The loaded rows that hold the words; without `ids`, all. */
  | {
      readonly type: 'found';
      readonly text: string;
      readonly ids?: readonly string[];
      readonly isAsking: boolean;
    }
  /** A place to show. */
  | { readonly type: 'goTo'; readonly place: number }
  | { readonly type: 'focus' }
  | { readonly type: 'say'; readonly text: string };
