/** The marks that stand for secrets, and texts of a log that look like them. */

/** What every placeholder starts with. */
export const PLACEHOLDER_START = '‹redacted: ';

/** What text of a log that starts alike is changed to: it must not pass for a placeholder. */
const FOREIGN_START = '‹in the log, not ours: redacted: ';

/** A text of a log whose placeholder-like texts are marked as its own; `onMark` is told where each was, and its new length. */
export function withForeignMarked(
  text: string,
  onMark?: (start: number, end: number, length: number) => void,
): string {
  if (!text.includes('‹')) return text;
  return text.replace(/‹\s{0,20}redacted\s{0,20}:\s{0,20}/gi, (found, start: number) => {
    onMark?.(start, start + found.length, FOREIGN_START.length);
    return FOREIGN_START;
  });
}

const PLACEHOLDER = /‹redacted: ([a-z][a-z -]{0,30}) (\d{1,9})›/g;

/** A text after redaction with something else for each of our placeholders. */
export function placeholdersAs(text: string, write: (kind: string, number: string) => string): string {
  if (!text.includes(PLACEHOLDER_START)) return text;
  return text.replace(PLACEHOLDER, (_, kind: string, number: string) => write(kind, number));
}

/** The parts of a text after redaction that are not our placeholders. */
export function betweenPlaceholders(text: string): readonly string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}
