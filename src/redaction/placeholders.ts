/** The marks that replace hidden values, and text in a log that looks like them. */
import { counted, formatNumber } from '../text/numbers.ts';

/** Returns the mark for a value of this length, in UTF-16 units. */
export function lengthMark(length: number, kind?: string): string {
  return kind === undefined ? `‹${counted(length, 'character')}›` : `‹${kind}, ${formatNumber(length)}›`;
}

/** Marks text from the log that looks like a mark for a hidden value, so that it is not mistaken for one. */
const FOREIGN = '‹in the log, not ours: ';
const MARK = /‹(?:[\d,]{1,12} characters?|[\p{L}\d.+/ -]{1,40}, [\d,]{1,12}(?: bytes?| KB| digits?)?)›/gu;
/** Also matches the start of a tagged mark (`placeholderTags.ts`). */
const LIKE_OURS = new RegExp(String.raw`‹(?=[\ua000-\ua48c])|${MARK.source}`, 'giu');

/**
 * Returns the text with anything that looks like a mark for a hidden value marked as part of the log. `onMark` receives
 * the offsets and new lengths.
 */
export function withForeignMarked(
  text: string,
  onMark?: (start: number, end: number, length: number) => void,
): string {
  if (!text.includes('‹')) return text;
  return text.replace(LIKE_OURS, (found, start: number) => {
    const marked = `${FOREIGN}${found.slice(1)}`;
    onMark?.(start, start + found.length, marked.length);
    return marked;
  });
}

/** Replaces each mark for a hidden value. */
export function marksAs(text: string, replacement: string): string {
  return text.includes('‹') ? text.replace(MARK, replacement) : text;
}

/** Returns the parts of a text between marks for hidden values. */
export function betweenMarks(text: string): readonly string[] {
  return text.split(MARK);
}
