/** Reads the data for a log's documents as plain values that a thread can post. */
import { message } from '../text/l10n.ts';
import { type DecodedData, decodedDocument, type LogToDecode } from './decode/decodedDocument.ts';
import { type DecodedRequest, decodeRequest } from './decode/decodeRequest.ts';
import type { TextRange } from './decode/offsetMap.ts';
import { findRuleMatches, type MatchedLog, VALUE_LIMIT } from './findRuleMatch.ts';
import { lineStarts } from './lineTable.ts';
import { parseRawRequest } from './rawHttp.ts';
import type { Matching } from './ruleMatch.ts';

export interface RawReading {
  /** The text that the rule matched. */
  readonly matches: Matching;
  readonly outline: RawOutline;
  /** The line starts of the raw data (`lineTable.ts`). */
  readonly lineStarts: Uint32Array;
}

export interface DecodedReading extends DecodedData {
  /** The line starts of the decoded text. */
  readonly lineStarts: Uint32Array;
}

const NOT_ALL_DECODED = message('Not found, but parts of the request could not be decoded.');

const TOO_LONG = message("Not searched for, because it's too long.");

/** Returns the same matches as `findRuleMatches`. `decompressedLimit`, here and below, is passed to `decodeRequest`. */
export function readMatches(log: MatchedLog, decompressedLimit?: number): Matching {
  return matchingIn(
    log,
    lazily(() => decodeRequest(log.rawData, decompressedLimit)),
  );
}

/** A request that is decoded on first use. */
export interface LazyRequest {
  readonly get: () => DecodedRequest;
  /** Returns the request if it has been decoded. */
  readonly known: () => DecodedRequest | undefined;
}

export function lazily(decode: () => DecodedRequest): LazyRequest {
  let decoded: DecodedRequest | undefined;
  return {
    get: () => {
      decoded ??= decode();
      return decoded;
    },
    known: () => decoded,
  };
}

/** Like `readMatches`, but for a decoded request that is shared with other readers. */
export function matchingIn(log: MatchedLog, request: LazyRequest): Matching {
  const found = findRuleMatches(log, request.get);
  if (found) return found;
  if ((log.detectedValue ?? log.description).length > VALUE_LIMIT) return TOO_LONG;
  const decoded = request.known();
  if (decoded === undefined) return undefined;
  const isWhole = !decoded.more && decoded.parts.every(({ stopped }) => stopped === undefined);
  return isWhole ? undefined : NOT_ALL_DECODED;
}

export function readRawData(log: MatchedLog, decompressedLimit?: number): RawReading {
  return {
    matches: readMatches(log, decompressedLimit),
    outline: outlineRawData(log.rawData),
    lineStarts: lineStarts(log.rawData),
  };
}

export function readDecodedData(log: LogToDecode, decompressedLimit?: number): DecodedReading {
  const { text, sections, maps } = decodedDocument(log, decompressedLimit);
  return { text, sections, maps, lineStarts: lineStarts(text) };
}

export interface OutlinedHeader extends TextRange {
  /** The start of the name, truncated for labels. */
  readonly name: string;
  readonly value: string;
  /** The offset past the name as sent. */
  readonly nameEnd: number;
}

export interface RawOutline {
  readonly requestLine?: TextRange & { readonly method: string; readonly target: string };
  readonly headerLines?: TextRange;
  readonly headerCount: number;
  /** The first headers, at most `HEADERS_LIMIT`. */
  readonly headers: readonly OutlinedHeader[];
  readonly body?: TextRange;
}

const HEADERS_LIMIT = 1000;
/** Maximum length, in UTF-16 units, of a name or value; longer than any label. */
const TEXT_LIMIT = 256;

/** Returns the outline of `raw_data` (section 2.2). */
export function outlineRawData(rawData: string): RawOutline {
  const {
    method,
    methodStart,
    target = '',
    targetEnd,
    headers,
    headerCount,
    bodyOffset,
  } = parseRawRequest(rawData);
  const [first, last] = [headers[0], headers.at(-1)];
  return {
    ...(method !== undefined && {
      requestLine: {
        method: shown(method),
        target: shown(target),
        start: methodStart,
        end: targetEnd,
      },
    }),
    ...(first && last && { headerLines: { start: first.start, end: last.end } }),
    headerCount,
    headers: headers.slice(0, HEADERS_LIMIT).map(({ name, value, start, end }) => ({
      name: shown(name.trim()),
      value: shown(value),
      start,
      nameEnd: start + name.length,
      end,
    })),
    ...(bodyOffset < rawData.length && { body: { start: bodyOffset, end: rawData.length } }),
  };
}

function shown(text: string): string {
  return text.slice(0, TEXT_LIMIT);
}
