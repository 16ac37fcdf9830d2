/** Untrusted texts for places of the editor that take plain text. SECURITY.md lists the function for each place. */
import { t } from './l10n.ts';
import { asVisible } from './visible.ts';

/** Maximum code points of a label. */
const LABEL_LENGTH = 120;
/** Maximum code points of a line where there is more room. */
const LINE_LENGTH = 300;
/** Maximum lines of a tooltip. */
const MOST_LINES = 24;
/**
 * More combining marks on one letter than any language uses, which would cover the surrounding lines; at most as many
 * as fit in a line.
 */
const MANY_MARKS = /(\p{M}{8})\p{M}{1,800}/gu;

/**
 * Returns an untrusted text that is safe in a quick pick, notification, input box or status bar: one line of at most
 * `LABEL_LENGTH` code points (cut with `…`), invisible characters visible, and a space inserted into `$(` and `](`, so
 * that the editor creates neither an icon (notifications would show an escaping backslash) nor a link or command.
 */
export function asLabel(text: string): string {
  return oneLine(text, LABEL_LENGTH, (line) => line.replaceAll('$(', '$ (').replaceAll('](', '] ('));
}

/**
 * Returns the text for a place that displays it literally: a tree row, a string tooltip, a tab title, a screen reader
 * label.
 */
export function asPlainLine(text: string): string {
  return oneLine(text, LINE_LENGTH);
}

/** Returns a tooltip of such lines; no text in it can add a line. */
export function asPlainLines(lines: readonly string[]): string {
  const left = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map(asPlainLine);
  return (left > 0 ? [...shown, t('and {0} more', left)] : shown).join('\n');
}

/**
 * Returns the text as Markdown that the editor renders literally: without a link, even from a bare address, an image,
 * an icon or HTML. `MarkdownString.appendText` leaves `www.example.com` and email addresses, which become links.
 */
export function asMarkdown(text: string, longest = LINE_LENGTH): string {
  return oneLine(text, longest)
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/ (?= )|^ | $/g, '&nbsp;');
}

/** Returns one line of at most `longest` code points in which every character is visible. */
function oneLine(text: string, longest: number, change = (line: string) => line): string {
  // A code point is at most two units and never gets shorter, so the rest cannot show.
  const start = text.slice(0, 2 * (longest + 1));
  const shown = change(asVisible(start).replace(MANY_MARKS, '$1…'));
  const characters = Array.from(shown);
  if (characters.length <= longest && start.length === text.length) return shown;
  return `${characters.slice(0, longest - 1).join('')}…`;
}
