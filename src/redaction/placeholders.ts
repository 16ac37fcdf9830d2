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

const PLACEHOLDER = /‹redacted: ([a-z][a-z -]{0,30}) (\d{1,9})›/g;

const HIDDEN = /‹(?:[\d,]{1,12} characters?|[\p{L}\d.+/ -]{1,40}, [\d,]{1,12}(?: bytes?| KB| digits?)?)›/gu;

/** Replaces each placeholder in redacted text, and replaces each marker for a hidden value with `hidden`. */
export function placeholdersAs(
  text: string,
  write: (kind: string, number: string) => string,
  hidden?: string,
): string {
  if (hidden !== undefined && text.includes('‹')) return placeholdersAs(text.replace(HIDDEN, hidden), write);
  if (!text.includes(PLACEHOLDER_START)) return text;
  return text.replace(PLACEHOLDER, (_, kind: string, number: string) => write(kind, number));
}

const ANY_MARK =
  /‹redacted: ([a-z][a-z -]{0,30}) (\d{1,9})›|‹(?:[\d,]{1,12} characters?|[\p{L}\d.+/ -]{1,40}, [\d,]{1,12}(?: bytes?| KB| digits?)?)›/gu;

/** Returns the parts of redacted text between placeholders and markers for hidden values. */
export function betweenPlaceholders(text: string): readonly string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ANY_MARK)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}
