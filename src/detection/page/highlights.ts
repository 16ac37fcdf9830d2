/** Highlights text ranges that span several text nodes, without changing the nodes. */

import type { TextRange } from '../../http/decode/offsetMap.ts';
import type { TextPiece } from '../../page/shownText.ts';

/** Names of the `::highlight()` rules in the style sheet. */
export type HighlightName = 'first-line' | 'header-name' | 'detected' | 'found' | 'found-current';

/** Highlights exactly `ranges` in the color of `name`. */
export function highlight(name: HighlightName, ranges: readonly Range[]): void {
  CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Returns the range of the nodes that show `match`. A piece in visible form is covered as a whole
 * node.
 */
export function rangeOf(pieces: readonly TextPiece[], { start, end }: TextRange): Range {
  const first = pieceAt(pieces, start);
  const last = pieceAt(pieces, end - 1);
  const range = document.createRange();
  if (!first || !last) return range;
  range.setStart(first.node, first.exact ? start - first.start : 0);
  range.setEnd(last.node, last.exact ? end - last.start : last.node.length);
  return range;
}

function pieceAt(pieces: readonly TextPiece[], offset: number): TextPiece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}
