/** Creates the text of a log's document and the marks in it. Runs in a thread for large logs. */

import type { TextRange } from '../../http/decode/mappedText.ts';
import { readMatch } from '../../http/findMatch.ts';
import { describeMatching, isFound, isNamed, mainMatch } from '../../http/match.ts';
import type { DetectionLog } from '../../service/model.ts';
import { type Message, message } from '../../text/l10n.ts';
import { decodedDocument, rangesOf } from './decodedDocument.ts';
import type { DocumentKind } from './logDocument.ts';

export interface DocumentToRead {
  readonly log: Pick<DetectionLog, 'rawData' | 'description'>;
  /** `detected_value` of the log's row, if the log is from a list. */
  readonly detectedValue?: string | undefined;
  readonly kind: DocumentKind;
}

export interface ReadDocument {
  /** Empty for raw data. */
  readonly text: string;
  /** The text that the rule matched. */
  readonly marks: readonly LineRange[];
  /** The text to show at the end of a line. */
  readonly note?: { readonly line: number; readonly text: Message };
}

export interface LineRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}

/** A zero-based position; characters are counted in UTF-16 units. */
interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** `decompressedLimit` is passed to `readFields`. */
export function readDocument(
  { log, detectedValue, kind }: DocumentToRead,
  decompressedLimit?: number,
): ReadDocument {
  const { rawData, description } = log;
  const matching = readMatch({ rawData, description, detectedValue }, decompressedLimit);
  const decoded = kind === 'decoded' ? decodedDocument(rawData, decompressedLimit) : undefined;
  const position = positionsIn(decoded?.text ?? rawData);
  const linesOf = (range: TextRange): LineRange[] =>
    (decoded ? rangesOf(decoded, range) : [range]).map(({ start, end }) => ({
      start: position(start),
      end: position(end),
    }));
  const found = isFound(matching) ? matching : undefined;
  const place = found ? mainMatch(found) : isNamed(matching) ? matching : undefined;
  const [first] = place ? linesOf(place) : [];
  const note = describeMatching(matching);
  return {
    text: decoded?.text ?? '',
    marks: found?.matches.flatMap(linesOf) ?? [],
    ...(note &&
      (first || !place) && { note: { line: first?.end.line ?? 0, text: message('rule match: {0}', note) } }),
  };
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Returns a function that converts an offset in the text to a position in the editor, which normalizes line breaks and
 * drops a byte order mark. An offset inside a line break becomes the end of the line.
 */
export function positionsIn(text: string): (offset: number) => LinePosition {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === LF || (unit === CR && text.charCodeAt(offset + 1) !== LF)) starts.push(offset + 1);
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = starts[low] ?? 0;
    const isInBreak = text.charCodeAt(offset) === LF && text.charCodeAt(offset - 1) === CR;
    return { line: low, character: Math.max(0, offset - start - (isInBreak ? 1 : 0)) };
  };
}
