/** The messages between a detection panel and the extension: one union type for each direction. */

import * as v from 'valibot';
import type { SimilarDay } from '../lists/similarRequests.ts';
import { TEXT_FILTERS } from '../service/model.ts';
import { COMMON_MESSAGE, type PanelFailure, readerOf } from '../ui/panelMessages.ts';
import { type LogView, VALUE_LIMIT } from './logView.ts';

/** Commands that a panel can run on its log, without the prefix `partnerLogs.`. */
export const ACTIONS = [
  'previousLog',
  'nextLog',
  'copyBugReport',
  'previewBugReport',
  'copyExclusionRequest',
  'createIssue',
  'copyRawData',
  'copyAs',
  'copyLink',
  'saveRawData',
  'openRawData',
  'openDecodedData',
  'openInNewTab',
  'compareLogs',
  'findRoute',
  'showTrail',
  'revealInTree',
] as const;
export type Action = (typeof ACTIONS)[number];

const value = v.pipe(v.string(), v.maxLength(VALUE_LIMIT));
const fromPanel = v.variant('type', [
  COMMON_MESSAGE,
  v.strictObject({ type: v.literal('run'), action: v.picklist(ACTIONS) }),
  v.strictObject({ type: v.literal('copyValue'), value }),
  v.strictObject({ type: v.literal('filterByValue'), field: v.picklist(TEXT_FILTERS), value }),
  /** The start of the selected text. */
  v.strictObject({ type: v.literal('selected'), text: v.pipe(v.string(), v.maxLength(200)) }),
  /** Opens a table of the similar requests. */
  v.strictObject({ type: v.literal('openSimilar') }),
  /** Returns the focus to the table that shows the log's domain. */
  v.strictObject({ type: v.literal('leave') }),
]);
export type FromPanel = v.InferOutput<typeof fromPanel>;

/** Validates a message from a panel. Returns undefined for any other value. */
export const readFromPanel = readerOf(fromPanel);

/** The requests with the same rule and path as the log. */
export interface ShownSimilar {
  /** The number of requests, or the reason there are none. */
  readonly summary: string;
  readonly days: readonly SimilarDay[];
  /** Empty if there are no requests. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

export interface ShownFailure extends PanelFailure {
  readonly title: string;
  /** True if the service has no such log (404), or if a restored panel finds no connection for it. */
  readonly gone: boolean;
}

/** The reference to a panel's log, which the editor stores on disk. */
export interface StoredLog {
  readonly link: string;
  /** True for the single panel that is reused for the next log. */
  readonly preview: boolean;
}

/** What the page stores: the reference to its log, and the user's place in it. */
export interface PageState extends Partial<StoredLog> {
  readonly scroll: number;
  /** The section in view; empty if the top of the panel is in view. The next log is shown in the same section. */
  readonly section: string;
}

export type ToPanel =
  | { readonly type: 'show'; readonly view: LogView; readonly stored: StoredLog | undefined }
  | { readonly type: 'failed'; readonly failure: ShownFailure; readonly stored: StoredLog | undefined }
  | { readonly type: 'similar'; readonly similar: ShownSimilar };
