import type * as vscode from 'vscode';
import type { LogTarget } from '../../connections/logTarget.ts';
import type { DocumentKind } from './documentPath.ts';

/** A log as an editor document. */
export interface LogDocument {
  readonly slot: number;
  readonly kind: DocumentKind;
  readonly target: LogTarget;
}

/** Returns the log document of a URI; undefined when it is no document of this window. */
export type FindLogDocument = (uri: vscode.Uri) => LogDocument | undefined;
