/** The messages between a report panel and the extension, as a closed union for each direction. */
import * as v from 'valibot';
import { COMMON_MESSAGE, type PanelFailure, readerOf } from '../ui/panelMessages.ts';

const fromReport = v.variant('type', [
  COMMON_MESSAGE,
  v.strictObject({ type: v.literal('copy') }),
  v.strictObject({ type: v.literal('createIssue') }),
  v.strictObject({ type: v.literal('detail'), detail: v.picklist(['essential', 'exact']) }),
  /** Shows a hidden value, or hides a shown one. */
  v.strictObject({ type: v.literal('toggle'), value: v.number() }),
  /** Hides texts wherever they occur. */
  v.strictObject({ type: v.literal('hide'), texts: v.array(v.string()) }),
]);
export type FromReport = v.InferOutput<typeof fromReport>;

/** Returns a message from a panel, or undefined if the value is not a message that a panel can send. */
export const readFromReport = readerOf(fromReport);

/** A part of the report: text, or a value that can be shown or hidden. */
export interface ReportPart {
  readonly text: string;
  /** The number of the value, which is the same in all reports of a panel. */
  readonly value?: number;
  readonly isShown?: boolean;
}

export interface ShownReport {
  /** The parts of the text. The text is copied exactly as displayed. */
  readonly parts: readonly ReportPart[];
  /** The level of detail; undefined for text without levels of detail. */
  readonly detail?: 'essential' | 'exact';
  /** One line that describes the hidden values and explains how to show them. */
  readonly summary: string;
}

/** The panel state that the editor stores on disk, which contains only the log's reference. */
export interface ReportStored {
  readonly link: string;
}

export interface ToReport {
  readonly title: string;
  /** The report or the reason why there is none; neither while the log is being read. */
  readonly shown?: ShownReport;
  readonly failure?: PanelFailure & { readonly gone: boolean };
  readonly stored?: ReportStored;
}
