/**
 * The changes that redaction makes to text, and the resulting positions of ranges in that text. Offsets are in UTF-16
 * units.
 */
import type { Span } from '../text/spans.ts';

/** A replaced range of the text. */
export interface Edit extends Span {
  /** The length of the new text. */
  readonly length: number;
  /** True for a value that was found within shown text, such as the match. */
  readonly isFound?: boolean;
}

/** Text after redaction. */
export interface Rewritten {
  readonly text: string;
  /** In ascending order. */
  readonly edits: readonly Edit[];
}

/** Returns the new position of a range of the original text. A replaced range that overlaps it is included in full. */
export function rangeAfter(edits: readonly Edit[], range: Span): Span {
  let shift = 0;
  let start: number | undefined;
  for (const edit of edits) {
    if (edit.end > range.start) {
      start ??= Math.min(edit.start, range.start) + shift;
      if (edit.start >= range.end) break;
      if (edit.end >= range.end) return { start, end: edit.start + shift + edit.length };
    }
    shift += edit.length - (edit.end - edit.start);
  }
  return { start: start ?? range.start + shift, end: range.end + shift };
}
