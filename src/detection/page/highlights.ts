/** Highlights ranges of text that spans several text nodes, without changing the nodes, and scrolls to them. */

import type { TextRange } from '../../http/decode/mappedText.ts';
import type { TextPiece } from '../../page/shownText.ts';

/** Names of the `::highlight()` rules in the style sheet. */
export type HighlightName = 'first-line' | 'header-name' | 'detected' | 'found' | 'found-current';

/** Highlights exactly `ranges` in the color of `name`. */
export function highlight(name: HighlightName, ranges: readonly Range[]): void {
  CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Returns the range of the nodes that show `match`. A piece that shows replaced invisible characters is always included
 * as a whole.
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

/** Scrolls a text range into view, including inside the raw data's box, which has its own scroll bars. */
export function scrollToRange(range: Range): void {
  const parent = range.startContainer.parentElement;
  const box = parent?.closest<HTMLElement>('.raw');
  (box ?? parent?.closest('.row, .fact') ?? parent)?.scrollIntoView({ block: 'nearest' });
  if (box) revealIn(box, range);
  const { top, bottom } = range.getBoundingClientRect();
  const covered = document.querySelector('.section-bar')?.getBoundingClientRect().bottom ?? 0;
  if (top < Math.max(0, covered) || bottom > innerHeight) scrollBy(0, top - innerHeight / 2);
}

/** Scrolls a range into view inside its box. */
export function revealIn(box: HTMLElement, range: Range): void {
  const view = box.getBoundingClientRect();
  const place = range.getBoundingClientRect();
  if (place.top < view.top || place.bottom > view.bottom)
    box.scrollTop += place.top - view.top - view.height / 2;
  if (place.left < view.left || place.right > view.right)
    box.scrollLeft += place.left - view.left - view.width / 2;
}
