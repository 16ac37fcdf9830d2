/** The marks that stand for secrets, and texts of a log that look like them. */

/** What every placeholder starts with. */
export const PLACEHOLDER_START = '‹redacted: ';

/** What text of a log that starts alike is changed to: it must not pass for a placeholder. */
const FOREIGN_START = '‹in the log, not ours: redacted: ';

/** A text of a log whose placeholder-like texts are marked as its own. */
export function withForeignMarked(text: string): string {
  return text.includes('‹') ? text.replace(/‹\s{0,20}redacted\s{0,20}:\s{0,20}/gi, FOREIGN_START) : text;
}
