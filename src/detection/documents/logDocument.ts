/**
 * Editor documents for logs: their languages, and their paths, which contain numbers and a file extension but no text
 * from a log.
 */

import type { LogTarget } from '../../connections/logTarget.ts';

export const SCHEME = 'partner-log';

/**
 * `large` is raw data that is too long for coloring; `normalised` is raw data normalized for comparison.
 */
export type DocumentKind = 'raw' | 'large' | 'decoded' | 'normalised';

export interface DocumentPath {
  /** The index of the log among those opened in this window. */
  readonly slot: number;
  readonly idx: number;
  readonly kind: DocumentKind;
}

/**
 * The file extensions determine the language. They are unique to this extension, so that no HTTP client handles them.
 */
const ENDINGS: Readonly<Record<DocumentKind, string>> = {
  raw: 'partnerlog',
  large: 'partnerlog-large',
  decoded: 'partnerlog-decoded',
  normalised: 'partnerlog-normalised',
};

const KINDS = new Map(Object.entries(ENDINGS).map(([kind, ending]) => [ending, kind as DocumentKind]));

/** Maximum length, in characters, of raw data that has coloring. */
const COLOURED_LIMIT = 20 * 1024 * 1024;
/** Maximum length, in characters, of a document that the editor can open. */
const EDITOR_LIMIT = 50 * 1024 * 1024;

/**
 * Returns the requested document kind, or the one to use instead for raw data of this length, or undefined if the
 * editor cannot open it.
 */
export function fittingKind(wanted: DocumentKind, length: number): DocumentKind | undefined {
  if (length <= COLOURED_LIMIT) return wanted;
  return length <= EDITOR_LIMIT ? 'large' : undefined;
}

/** Returns a path such as `/3/1234.partnerlog`. */
export function formatDocumentPath({ slot, idx, kind }: DocumentPath): string {
  return `/${slot}/${idx}.${ENDINGS[kind]}`;
}

/** Parses a path; returns undefined for any string that `formatDocumentPath` cannot produce. */
export function parseDocumentPath(path: string): DocumentPath | undefined {
  const [, slot = '', idx = '', ending = ''] = /^\/(\d{1,15})\/(\d{1,16})\.([a-z-]+)$/.exec(path) ?? [];
  const kind = KINDS.get(ending);
  if (kind === undefined) return undefined;
  const parsed = { slot: Number(slot), idx: Number(idx), kind };
  return formatDocumentPath(parsed) === path ? parsed : undefined;
}

/** A log's document in the editor. */
export interface LogDocument {
  readonly slot: number;
  readonly kind: DocumentKind;
  readonly target: LogTarget;
}

/**
 * Language IDs of log documents. They are unique to this extension, so that no HTTP client offers to send an attack and
 * no text is linked.
 */
export const RAW_LANGUAGE = 'partner-log-http';
export const DECODED_LANGUAGE = 'partner-log-decoded';
/** Raw data that is too long for coloring. */
const LARGE_LANGUAGE = 'partner-log-large';

export const LANGUAGES: Readonly<Record<DocumentKind, string>> = {
  raw: RAW_LANGUAGE,
  large: LARGE_LANGUAGE,
  decoded: DECODED_LANGUAGE,
  normalised: RAW_LANGUAGE,
};
