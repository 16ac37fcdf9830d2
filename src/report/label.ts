import { asVisible } from './visible.ts';

/** Code points of the longest label. */
export const LABEL_LENGTH = 120;

/**
 * A text of unknown origin, safe to show in a quick pick, notification, input box or status bar: one line of at most
 * `LABEL_LENGTH` code points (cut with `…`), invisible characters visible, and a space put inside `$(` and `](`, so that
 * the editor neither draws an icon (a backslash is shown as such by notifications) nor makes a link or a command of it.
 */
export function asLabel(text: string): string {
  // A code point is at most two units and never gets shorter: the rest cannot show.
  const start = text.slice(0, 2 * (LABEL_LENGTH + 1));
  const shown = asVisible(start).replaceAll('$(', '$ (').replaceAll('](', '] (');
  const characters = Array.from(shown);
  if (characters.length <= LABEL_LENGTH) return shown;
  return `${characters.slice(0, LABEL_LENGTH - 1).join('')}…`;
}
