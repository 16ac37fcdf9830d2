import type * as vscode from 'vscode';
import type { LogTarget } from '../../connections/logTarget.ts';
import type { DocumentKind } from './documentPath.ts';

/** A log as an editor document. */
export interface LogDocument {
  readonly slot: number;
  readonly kind: DocumentKind;
  readonly target: LogTarget;
}

/** Returns the log document of a URI, or undefined if it is not a document of this window. */
export type FindLogDocument = (uri: vscode.Uri) => LogDocument | undefined;

/**
 * Language IDs of log documents. They are unique to this extension, so that no HTTP client offers to send an attack and
 * no text is linked.
 */
export const RAW_LANGUAGE = 'partner-log-http';
export const DECODED_LANGUAGE = 'partner-log-decoded';
/** Raw data that is too long for coloring and an outline. */
const LARGE_LANGUAGE = 'partner-log-large';

export const LANGUAGES: Readonly<Record<DocumentKind, string>> = {
  raw: RAW_LANGUAGE,
  large: LARGE_LANGUAGE,
  decoded: DECODED_LANGUAGE,
  normalised: RAW_LANGUAGE,
};
