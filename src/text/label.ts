/**
 * Makes untrusted text safe for the parts of the editor UI that take plain text. docs/untrusted-text.md lists the
 * function for each place.
 */
import { t } from './l10n.ts';
import { asVisible } from './visible.ts';

/** Maximum length, in code points, of a label. */
const LABEL_LENGTH = 120;
/** Maximum length, in code points, of a line in parts of the UI with more space. */
const LINE_LENGTH = 300;
/** Maximum number of lines in a tooltip. */
const MOST_LINES = 24;
/**
 * Matches more combining marks on one letter than any language uses, because so many marks would overlap the
 * surrounding lines. Matches at most as many marks as a line can contain.
 */
const MANY_MARKS = /(\p{M}{8})\p{M}{1,800}/gu;

/**
 * Returns untrusted text in a form that is safe in quick picks, notifications, input boxes, and the status bar: one
 * line of at most `LABEL_LENGTH` code points (truncated with `…`), with invisible characters replaced by visible
 * symbols. A space is inserted into `$(` and `](`, so that the editor does not create an icon, link, or command. They
 * are not escaped, because notifications would show the backslash.
 */
export function asLabel(text: string): string {
  return oneLine(text, LABEL_LENGTH, (line) => line.replaceAll('$(', '$ (').replaceAll('](', '] ('));
}

/**
 * Returns the text for parts of the UI that display it literally: tree rows, string tooltips, tab titles, and screen
 * reader labels.
 */
export function asPlainLine(text: string): string {
  return oneLine(text, LINE_LENGTH);
}

/** Returns a tooltip with one line for each string, as returned by `asPlainLine`. No string can add a second line. */
export function asPlainLines(lines: readonly string[]): string {
  const left = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map(asPlainLine);
  return (left > 0 ? [...shown, t('and {0} more', left)] : shown).join('\n');
}

/**
 * Returns the text as Markdown that the editor renders literally, without links (even from bare addresses), images,
 * icons, or HTML. `MarkdownString.appendText` is not sufficient, because it does not escape `www.example.com` and email
 * addresses, which become links.
 */
export function asMarkdown(text: string, longest = LINE_LENGTH): string {
  return oneLine(text, longest)
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/ (?= )|^ | $/g, '&nbsp;');
}

/** Returns one line of at most `longest` code points in which every character is visible. */
function oneLine(text: string, longest: number, change = (line: string) => line): string {
  // A code point has at most two UTF-16 units, and replacing invisible characters never shortens the text, so anything
  // after this is truncated anyway.
  const start = text.slice(0, 2 * (longest + 1));
  const shown = change(asVisible(start).replace(MANY_MARKS, '$1…'));
  const characters = Array.from(shown);
  if (characters.length <= longest && start.length === text.length) return shown;
  return `${characters.slice(0, longest - 1).join('')}…`;
}
