/** The messages between a counts panel and the extension: one union type for each direction. */
import * as v from 'valibot';
import { parseDay } from '../service/calendar.ts';
import type { DateRange } from '../service/model.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf, STORED_DOMAIN } from '../ui/panelMessages.ts';
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

const stored = v.object({ ...STORED_DOMAIN, span });

/** The state of a panel that the editor stores on disk. */
export type CountsStored = v.InferOutput<typeof stored>;

/** Returns the stored state, or undefined for any other value. */
export const readCountsStored = readerOf(stored);

export interface CountsPanelState {
  /** Undefined if the domain is no longer known. */
  readonly domain?: {
    /** The domain's name, with the connection's if there are several. */
    readonly title: string;
    readonly span: CountsSpan;
    /** The days that the span currently covers. */
    readonly chosen: DateRange;
    /** The selectable days, ending with today. */
    readonly allowed: DateRange;
    readonly isReading: boolean;
  };
  /** The counts; undefined while they are read for the first time. */
  readonly counts?: {
    readonly view: CountsView;
    readonly asOf: string;
    /** Why the last refresh failed. */
    readonly problem?: string;
  };
  /** The reason that there is nothing to show. */
  readonly failure?: PanelFailure;
}

export interface ToCountsPanel {
  readonly state: CountsPanelState;
  readonly stored?: CountsStored;
}
