/**
 * Makes untrusted text safe inside Markdown for GitHub, GitLab, and Jira, so that it is never rendered as markup or
 * links.
 */
import { cutText, cutToCodePoints } from './strings.ts';
import { asVisible, asVisibleLines } from './visible.ts';

/** Returns one line in a code span, truncated to `longest` code points. For a table cell, use `cellSpan`. */
export function codeSpan(text: string, longest = 500): string {
  return oneSpan(shownLine(text, longest));
}

/** Like `codeSpan`, but limited to about `longest` UTF-16 units. */
export function boundedSpan(text: string, longest: number): string {
  for (let most = longest; ; most >>= 1) {
    const span = codeSpan(text, most);
    if (span.length <= longest + 6 || most < 2) return span;
  }
}

/** Like `codeSpan`, but for a table cell. Returns one or more spans. */
export function cellSpan(text: string, longest = 500): string {
  // In a table, `\|` is a pipe inside the cell, but `\\|` ends the cell, so the text is split between the backslash and
  // the pipe.
  return shownLine(text, longest)
    .split(/(?<=\\)(?=\|)/)
    .map((part) => oneSpan(part.replaceAll('|', '\\|')))
    .join(' ');
}

function shownLine(text: string, longest: number): string {
  return cutToCodePoints(asVisible(text.slice(0, 2 * longest)), longest) || ' ';
}

function oneSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text, '`') + 1);
  return /^`|`$|^ .* $/.test(text) ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/**
 * Returns the text unchanged if it contains only words; otherwise, returns it in a code span. Also suitable for table
 * cells.
 */
export function words(text: string): string {
  return /^[A-Za-z\d][A-Za-z\d ,/-]{0,80}$/.test(text) ? text : cellSpan(text);
}

/** Returns the text in a fenced block of plain text. The fence is longer than any run of backticks in the text. */
export function fencedBlock(text: string): string {
  const lines = asVisibleLines(text).replaceAll('\r\n', '\n');
  const fence = '`'.repeat(Math.max(3, longestRun(lines, '`') + 1));
  return `${fence}text\n${lines}${lines.endsWith('\n') ? '' : '\n'}${fence}`;
}

/**
 * Returns a fenced block of at most `room` UTF-16 units, and the number of units of `text` that it contains. `room`
 * must be at least 40.
 */
export function boundedBlock(text: string, room: number): { readonly block: string; readonly shown: number } {
  for (let most = Math.max(0, room - 16); ; ) {
    const start = cutText(text, most);
    const block = fencedBlock(start);
    if (block.length <= room || start === '') return { block, shown: start.length };
    // Symbols for invisible characters and a fence for long runs of backticks make the block longer.
    most = Math.min(Math.floor((most * room) / block.length), start.length - 1);
  }
}

/** Returns the length of the longest run of a character. */
export function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0];
  for (let offset = 0; offset < text.length; offset++) {
    run = text[offset] === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
