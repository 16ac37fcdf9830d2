/** What the documents of a log need to know of its texts: plain values, which a thread hands to another. */
import { type DecodedData, decodedDocument, type LogToDecode } from './decode/decodedDocument.ts';
import { decodeRequest } from './decode/request.ts';
import { lineStarts } from './lineTable.ts';
import { findRuleMatches, type MatchedLog } from './match.ts';
import { outlineRawData, type RawOutline } from './rawOutline.ts';
import type { RuleMatches } from './ruleMatch.ts';

export interface RawReading {
  /** What the rule matched; undefined when it is not found in the request. */
  readonly matches: RuleMatches | undefined;
  readonly outline: RawOutline;
  /** Of the raw data (`lineTable.ts`). */
  readonly lineStarts: Uint32Array;
}

export interface DecodedReading extends DecodedData {
  /** Of the decoded text. */
  readonly lineStarts: Uint32Array;
}

/** As `findRuleMatches`. `decompressedLimit`, here and below, is that of `decodeRequest`. */
export function readMatches(log: MatchedLog, decompressedLimit?: number): RuleMatches | undefined {
  return findRuleMatches(log, decodeRequest(log.rawData, decompressedLimit));
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
