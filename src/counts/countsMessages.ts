/** The messages between a counts panel and the extension: one union type for each direction. */
import * as v from '../base/schema.ts';
import { parseDay } from '../service/calendar.ts';
import type { DateRange } from '../service/model.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import { type ChosenSpan, PRESETS } from './countsRange.ts';
import type { WatchedRow } from './countsTable.ts';
import type { CountsView } from './countsView.ts';

const day = v.pipe(
  v.string(),
  v.maxLength(10),
  v.check((text) => parseDay(text) === text),
);
const span = v.union([v.picklist(PRESETS), v.strictObject({ from: day, to: day })]);
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const order = v.strictObject({ column: index, descending: v.boolean() });
const copy = { format: v.picklist(['csv', 'markdown']), order };

const fromPanel = v.variant('type', [
  ...COMMON_MESSAGES,
  /** Selects a different range of days. */
  v.strictObject({ type: v.literal('choose'), span }),
  /** Opens the counts or logs for a row in the table of watched domains. */
  v.strictObject({ type: v.literal('openDomain'), row: index }),
  v.strictObject({ type: v.literal('openRowLogs'), row: index }),
  /** Opens the logs of this panel's domain. */
  v.strictObject({ type: v.literal('openLogs') }),
  v.strictObject({ type: v.literal('openWatched') }),
  /** Copies the table in the order shown. */
  v.strictObject({ type: v.literal('copy'), ...copy }),
]);
export type CountsFromPanel = v.InferOutput<typeof fromPanel>;

/** Validates a message from a panel. Returns undefined for any other value. */
export const readFromCountsPanel = readerOf(fromPanel);

const subject = v.variant('kind', [
  v.object({ kind: v.literal('watched') }),
  v.object({
    kind: v.literal('domain'),
    base: v.pipe(v.string(), v.maxLength(2_000)),
    domain: v.pipe(v.number(), v.safeInteger()),
    span,
  }),
]);

/**
 * The state of a panel that the editor stores on disk: the service, the domain, and the range. Contains neither the key
 * nor the connection's name.
 */
export type CountsStored = v.InferOutput<typeof subject>;

/** Returns the stored state, or undefined for any other value. */
export const readCountsStored = readerOf(subject);

/** The content of a panel for one domain: nothing yet, its counts, or the reason they are missing. */
export type CountsContent =
  | { readonly kind: 'loading' }
  | ({ readonly kind: 'failed' } & PanelFailure)
  | {
      readonly kind: 'counts';
      readonly view: CountsView;
      readonly asOf: string;
      /** Why the last refresh failed, if counts had been read before. */
      readonly problem?: string;
    };

export type CountsPanelState =
  | { readonly kind: 'watched'; readonly rows: readonly WatchedRow[] }
  | ({ readonly kind: 'failed' } & PanelFailure)
  | {
      readonly kind: 'domain';
      readonly title: string;
      /** The connection's name, if there are several. */
      readonly connection?: string;
      readonly span: ChosenSpan;
      /** The days that the span currently covers. */
      readonly chosen: DateRange;
      /** The selectable days, ending with today. */
      readonly allowed: DateRange;
      readonly reading: boolean;
      readonly content: CountsContent;
    };

export type ToCountsPanel =
  | { readonly type: 'show'; readonly state: CountsPanelState; readonly stored?: CountsStored }
  /** The table was copied to the clipboard. */
  | { readonly type: 'copied'; readonly format: 'csv' | 'markdown' };
