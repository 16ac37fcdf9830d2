/** Reads the data for a log's documents as plain values that a thread can post. */
import { message } from '../text/l10n.ts';
import { type DecodedData, decodedDocument, type LogToDecode } from './decode/decodedDocument.ts';
import { type DecodedRequest, decodeRequest } from './decode/decodeRequest.ts';
import { findRuleMatches, type MatchedLog, VALUE_LIMIT } from './findRuleMatch.ts';
import { lineStarts } from './lineTable.ts';
import type { Matching } from './ruleMatch.ts';

export interface RawReading {
  /** The text that the rule matched. */
  readonly matches: Matching;
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
    lineStarts: lineStarts(log.rawData),
  };
}

export function readDecodedData(log: LogToDecode, decompressedLimit?: number): DecodedReading {
  const { text, contents, maps } = decodedDocument(log, decompressedLimit);
  return { text, contents, maps, lineStarts: lineStarts(text) };
}
