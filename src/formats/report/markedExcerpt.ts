import type { TextRange } from '../../http/decode/offsetMap.ts';
import { cutText } from '../../text/cutText.ts';
import { fencedBlock, longestRun } from '../../text/markdown.ts';

export interface MarkedExcerpt {
  /** A fenced block. */
  readonly block: string;
  /** What stands before the match and after it, such as `«` and `»`: the text around it has no run of them as long. */
  readonly marks: readonly [open: string, close: string];
  /** UTF-16 units of the match that are in it. */
  readonly shown: number;
}

/** UTF-16 units on either side of a match. */
export const AROUND = 200;

/**
 * Returns a range of a text with what stands around it, in a fenced block of at most `room` units (60 or more). The marks
 * grow past every run of them in the text, like the fence: no text can add one or end the block.
 */
export function markedExcerpt(text: string, { start, end }: TextRange, room: number): MarkedExcerpt {
  let most = Math.max(0, room - 2 * AROUND - 60);
  for (let around = AROUND; ; around >>= 1, most >>= 1) {
    const match = cutText(text.slice(start, end), most);
    const before = text.slice(startAround(text, start, around), start);
    const after = cutText(text.slice(end, end + around + 1), around);
    const all = before + match + after;
    const length = 1 + Math.max(longestRun(all, '«'), longestRun(all, '»'));
    const marks = ['«'.repeat(length), '»'.repeat(length)] as const;
    const rest = match.length < end - start ? '…' : '';
    const block = fencedBlock(`${before}${marks[0]}${match}${rest}${marks[1]}${after}`);
    if (block.length <= room || (around === 0 && most === 0)) return { block, marks, shown: match.length };
  }
}

/** The offset so far before another, or one less where it would split a surrogate pair. */
function startAround(text: string, offset: number, around: number): number {
  const start = Math.max(0, offset - around);
  return start > 0 && (text.codePointAt(start - 1) ?? 0) > 0xffff ? start - 1 : start;
}
