/** The messages between a counts panel and the extension: one union type for each direction. */
import * as v from 'valibot';
import { parseDay } from '../service/calendar.ts';
import type { DateRange } from '../service/model.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import type { CountsView } from './countsView.ts';
import { type CountsSpan, PRESETS } from './spans.ts';

const day = v.pipe(
  v.string(),
  v.maxLength(10),
  v.check((text) => parseDay(text) === text),
);
const span = v.union([v.picklist(PRESETS), v.strictObject({ from: day, to: day })]);

const fromPanel = v.variant('type', [
  ...COMMON_MESSAGES,
  /** Selects a different range of days. */
  v.strictObject({ type: v.literal('choose'), span }),
  /** Opens the logs of this panel's domain, of one day or of all. */
  v.strictObject({ type: v.literal('openLogs'), day: v.optional(day) }),
]);
export type CountsFromPanel = v.InferOutput<typeof fromPanel>;

/** Validates a message from a panel. Returns undefined for any other value. */
export const readFromCountsPanel = readerOf(fromPanel);

const stored = v.object({
  base: v.pipe(v.string(), v.maxLength(2_000)),
  connectionId: v.optional(v.pipe(v.string(), v.maxLength(200))),
  domain: v.pipe(v.number(), v.safeInteger()),
  span,
});

/**
 * The state of a panel that the editor stores on disk: the service, the connection's name, the domain, and the range.
 */
export type CountsStored = v.InferOutput<typeof stored>;

/** Returns the stored state, or undefined for any other value. */
export const readCountsStored = readerOf(stored);

/** The content of a panel: nothing yet, the counts, or the reason they are missing. */
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
  /** The domain is no longer known. */
  | ({ readonly kind: 'failed' } & PanelFailure)
  | {
      readonly kind: 'domain';
      readonly title: string;
      /** The connection's name, if there are several. */
      readonly connection?: string;
      readonly span: CountsSpan;
      /** The days that the span currently covers. */
      readonly chosen: DateRange;
      /** The selectable days, ending with today. */
      readonly allowed: DateRange;
      readonly isReading: boolean;
      readonly content: CountsContent;
    };

export interface ToCountsPanel {
  readonly state: CountsPanelState;
  readonly stored?: CountsStored;
}
