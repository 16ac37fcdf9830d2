/** The messages between a detection panel and the extension: one union type for each direction. */
import * as v from 'valibot';
import type { SimilarDay } from '../lists/similarRequests.ts';
import { COMMON_MESSAGES, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import type { DetectionExtract, ShownHead } from './detectionExtract.ts';
import { TABLES } from './detectionView.ts';
import { SELECTED_LIMIT } from './selectedLimit.ts';

/** Commands that a panel can run on its log, without the prefix `partnerLogs.`. */
export const ACTIONS = [
  'previousLog',
  'nextLog',
  'openInNewTab',
  'revealInTree',
  'copyBugReport',
  'copyBugReportExact',
  'copyCurl',
  'copyHar',
  'copyJson',
  'copyLink',
  'copyRawData',
  'saveRawData',
  'openRawData',
  'openDecodedData',
  'compareLogs',
  'findRoute',
  'findSelection',
  'showTrail',
  'createIssue',
  'copyExclusionRequest',
  'previewBugReport',
] as const;
export type Action = (typeof ACTIONS)[number];

/** The sections below the top of the panel. */
const SECTIONS = ['', 'payload', 'request', 'raw', 'response', 'details', 'other'] as const;
export type SectionName = (typeof SECTIONS)[number];

const layout = v.strictObject({
  wrap: v.boolean(),
  scroll: v.pipe(v.number(), v.finite()),
  /** The section in view; empty if the top of the panel or the match is in view. */
  section: v.picklist(SECTIONS),
  find: v.pipe(v.string(), v.maxLength(10_000)),
});
/** The user's layout of a panel, kept in memory while the panel shows the same log. */
export type PanelLayout = v.InferOutput<typeof layout>;

/** A row of the view, identified by its table and its index in the table. */
const row = { table: v.picklist(TABLES), index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) };

const fromPanel = v.variant('type', [
  ...COMMON_MESSAGES,
  v.strictObject({ type: v.literal('run'), action: v.picklist(ACTIONS) }),
  v.strictObject({ type: v.picklist(['copyValue', 'filterByValue']), ...row }),
  v.strictObject({ type: v.literal('selected'), text: v.pipe(v.string(), v.maxLength(SELECTED_LIMIT)) }),
  /** Shows the raw data around a match. */
  v.strictObject({ type: v.literal('showMatch'), index: row.index }),
  /** Opens a table of the similar requests. */
  v.strictObject({ type: v.literal('openSimilar') }),
  /** Escape was pressed: returns to the previous location. */
  v.strictObject({ type: v.literal('leave') }),
  v.strictObject({ type: v.literal('arranged'), layout }),
]);
export type FromPanel = v.InferOutput<typeof fromPanel>;

/** Validates a message from a panel. Returns undefined for any other value. */
export const readFromPanel = readerOf(fromPanel);

/** The requests with the same rule and path as the log. */
export interface ShownSimilar {
  /** The number of requests, or the reason there are none. */
  readonly summary: string;
  readonly days: readonly SimilarDay[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** True if there are requests to open in a table. */
  readonly canOpen: boolean;
}

export type PanelState =
  | { readonly kind: 'loading'; readonly title: string; readonly head?: ShownHead }
  | {
      readonly kind: 'log';
      readonly title: string;
      readonly log: DetectionExtract;
      readonly layout: PanelLayout;
      /** Undefined until the similar requests were read. */
      readonly similar?: ShownSimilar;
    }
  | ({
      readonly kind: 'failed';
      readonly title: string;
      /** True if the service has no such log (404) or the log's connection no longer exists. */
      readonly gone: boolean;
    } & PanelFailure);

/** The state of a panel that the editor stores on disk: only the log's reference. */
export interface StoredState {
  readonly link: string;
  /** True for the single panel that is reused for the next log. */
  readonly preview: boolean;
}

export type ToPanel =
  | { readonly type: 'show'; readonly state: PanelState; readonly stored?: StoredState }
  /** The rule's match in the log is now known, or a different match became the current one. */
  | { readonly type: 'matched'; readonly log: DetectionExtract }
  | { readonly type: 'similar'; readonly similar: ShownSimilar }
  /** A row's value was copied to the clipboard. */
  | { readonly type: 'copied'; readonly table: (typeof TABLES)[number]; readonly index: number }
  /** A command succeeded. */
  | { readonly type: 'done'; readonly action: Action };
