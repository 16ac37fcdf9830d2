/** Texts of unknown origin inside Markdown, as GitHub, GitLab and Jira read it. Nothing in them is drawn or followed. */
import { cutText, cutToCodePoints } from './strings.ts';
import { asVisible, asVisibleLines } from './visible.ts';

/** One line in a code span, cut to `longest` code points. A table's cell needs `cellSpan`. */
export function codeSpan(text: string, longest = 500): string {
  return oneSpan(shownLine(text, longest));
}

/** The same in at most `longest` UTF-16 units and a few more, whatever the text is. */
export function boundedSpan(text: string, longest: number): string {
  for (let most = longest; ; most >>= 1) {
    const span = codeSpan(text, most);
    if (span.length <= longest + 6 || most < 2) return span;
  }
}

/** The same for a table's cell, as one span or several. */
export function cellSpan(text: string, longest = 500): string {
  // A table reads `\|` as a pipe inside the cell, but `\\|` as the cell's end: the span is divided there.
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

/** The text as it is if it is nothing but words, else in a code span; for a table's cell, too. */
export function words(text: string): string {
  return /^[A-Za-z\d][A-Za-z\d ,/-]{0,80}$/.test(text) ? text : cellSpan(text);
}

/** Lines in a fenced block of plain text. The fence is longer than any run of backticks inside. */
export function fencedBlock(text: string): string {
  const lines = asVisibleLines(text).replaceAll('\r\n', '\n');
  const fence = '`'.repeat(Math.max(3, longestRun(lines, '`') + 1));
  return `${fence}text\n${lines}${lines.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A fenced block of at most `room` units (40 or more), and how many units of the text are in it. */
export function boundedBlock(text: string, room: number): { readonly block: string; readonly shown: number } {
  for (let most = Math.max(0, room - 16); ; ) {
    const start = cutText(text, most);
    const block = fencedBlock(start);
    if (block.length <= room || start === '') return { block, shown: start.length };
    // Invisible characters and long runs of backticks take more room than they are long.
    most = Math.min(Math.floor((most * room) / block.length), start.length - 1);
  }
}

/** Length of the longest run of a character. */
export function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0];
  for (let offset = 0; offset < text.length; offset++) {
    run = text[offset] === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
