/** Texts of unknown origin for places of the editor that take plain text. SECURITY.md lists which place takes which. */
import { t } from './l10n.ts';
import { asVisible } from './visible.ts';

/** Code points of the longest label. */
const LABEL_LENGTH = 120;
/** Code points of the longest line where there is more room. */
const LINE_LENGTH = 300;
/** Lines of the longest tooltip. */
const MOST_LINES = 24;
/**
 * More combining marks on one letter than any language uses, which would cover the lines around it; as many as a line
 * can hold.
 */
const MANY_MARKS = /(\p{M}{8})\p{M}{1,800}/gu;

/**
 * A text of unknown origin, safe to show in a quick pick, notification, input box or status bar: one line of at most
 * `LABEL_LENGTH` code points (cut with `…`), invisible characters visible, and a space put inside `$(` and `](`, so that
 * the editor neither draws an icon (a backslash is shown as such by notifications) nor makes a link or a command of it.
 */
export function asLabel(text: string): string {
  return oneLine(text, LABEL_LENGTH, (line) => line.replaceAll('$(', '$ (').replaceAll('](', '] ('));
}

/**
 * Returns the text for a place that draws it as it is: a tree row, a string tooltip, a tab title, a screen reader's
 * label.
 */
export function asPlainLine(text: string): string {
  return oneLine(text, LINE_LENGTH);
}

/** A tooltip of such lines: no text in it can add one. */
export function asPlainLines(lines: readonly string[]): string {
  const left = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map(asPlainLine);
  return (left > 0 ? [...shown, t('and {0} more', left)] : shown).join('\n');
}

/**
 * The text as Markdown that the editor draws as that text: without a link, not even of a bare address, an image, an icon
 * or HTML. `MarkdownString.appendText` leaves `www.example.com` and e-mail addresses, which become links.
 */
export function asMarkdown(text: string, longest = LINE_LENGTH): string {
  return oneLine(text, longest)
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/ (?= )|^ | $/g, '&nbsp;');
}

/** One line of at most `longest` code points in which everything can be seen. */
function oneLine(text: string, longest: number, change = (line: string) => line): string {
  // A code point is at most two units and never gets shorter: the rest cannot show.
  const start = text.slice(0, 2 * (longest + 1));
  const shown = change(asVisible(start).replace(MANY_MARKS, '$1…'));
  const characters = Array.from(shown);
  if (characters.length <= longest && start.length === text.length) return shown;
  return `${characters.slice(0, longest - 1).join('')}…`;
}
