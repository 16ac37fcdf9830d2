/** Reads the data for a log's documents as plain values that a thread can post. */

import { type MatchedLog, readMatch } from '../../http/findMatch.ts';
import type { Matching } from '../../http/match.ts';
import { type DecodedData, decodedDocument, type LogToDecode } from './decodedDocument.ts';
import { lineStarts } from './lineTable.ts';

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

/** `decompressedLimit`, here and below, is passed to `readFields`. */
export function readRawData(log: MatchedLog, decompressedLimit?: number): RawReading {
  return { matches: readMatch(log, decompressedLimit), lineStarts: lineStarts(log.rawData) };
}

export function readDecodedData(log: LogToDecode, decompressedLimit?: number): DecodedReading {
  const document = decodedDocument(log, decompressedLimit);
  return { ...document, lineStarts: lineStarts(document.text) };
}
