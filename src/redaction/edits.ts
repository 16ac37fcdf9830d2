/** What redaction changed in a text, and where its ranges are afterwards. Offsets are UTF-16 units. */
import type { Span } from './headerGrammar.ts';

/** A stretch of a text that was replaced. */
export interface Edit extends Span {
  /** The length of what stands there now. */
  readonly length: number;
  /** The placeholder that stands there; undefined for a hidden value and for a marked text that only looks like a placeholder. */
  readonly placeholder?: string;
}

/** A text after redaction. */
export interface Rewritten {
  readonly text: string;
  /** In ascending order. */
  readonly edits: readonly Edit[];
}

/** Returns where a range of the original text is now; a replaced stretch belongs to it as a whole. */
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

/** The placeholders that stand in a range of the original text, in their order. */
export function placeholdersIn(edits: readonly Edit[], { start, end }: Span): readonly string[] {
  return edits.flatMap((edit) =>
    edit.placeholder !== undefined && edit.start < end && edit.end > start ? [edit.placeholder] : [],
  );
}
