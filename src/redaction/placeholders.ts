/** Placeholders for secrets, and text in a log that looks like them. */

/** The start of every placeholder. */
export const PLACEHOLDER_START = '‹redacted: ';

/** Marks text from the log that looks like a placeholder, so that it is not mistaken for one. */
const FOREIGN = '‹in the log, not ours: ';
/** Also matches the start of a tagged placeholder (`placeholderTags.ts`). */
const LIKE_OURS =
  /‹(?=[\ua000-\ua48c])|‹\s{0,20}redacted\s{0,20}:\s{0,20}|‹(?:[\d,]{1,12} characters?|[\p{L}\d.+/ -]{1,40}, [\d,]{1,12}(?: bytes?| KB| digits?)?)›/giu;

/**
 * Returns the text with anything that looks like a placeholder marked as part of the log. `onMark` receives the offsets
 * and new lengths.
 */
export function withForeignMarked(
  text: string,
  onMark?: (start: number, end: number, length: number) => void,
): string {
  if (!text.includes('‹')) return text;
  return text.replace(LIKE_OURS, (found, start: number) => {
    const marked = /[‹›]$/.test(found) ? `${FOREIGN}${found.slice(1)}` : `${FOREIGN}redacted: `;
    onMark?.(start, start + found.length, marked.length);
    return marked;
  });
}

const ANY_MARK =
  /‹redacted: ([a-z][a-z -]{0,30}) (\d{1,9})›|‹(?:[\d,]{1,12} characters?|[\p{L}\d.+/ -]{1,40}, [\d,]{1,12}(?: bytes?| KB| digits?)?)›/gu;

/** Replaces each placeholder in redacted text, and replaces each marker for a hidden value with `hidden` if it is given. */
export function placeholdersAs(
  text: string,
  write: (kind: string, number: string) => string,
  hidden?: string,
): string {
  if (!text.includes('‹')) return text;
  return text.replace(ANY_MARK, (found, kind?: string, number = '') =>
    kind === undefined ? (hidden ?? found) : write(kind, number),
  );
}

/** Returns the parts of redacted text between placeholders and markers for hidden values. */
export function betweenPlaceholders(text: string): readonly string[] {
  // Between the parts, the result of splitting contains the kind and the number of each mark.
  return text.split(ANY_MARK).filter((_, index) => index % 3 === 0);
}
