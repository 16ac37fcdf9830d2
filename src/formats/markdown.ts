/**
 * Makes untrusted text safe inside Markdown for GitHub, GitLab, and Jira, so that it is never rendered as markup or
 * links.
 */
import { cutSegments, joined, mapText, type Segment } from '../redaction/segments.ts';
import { asVisible, asVisibleLines } from '../text/visible.ts';

/** Returns one line, which must not be empty, in a code span of at most about `longest` UTF-16 units. */
export function codeSpan(text: readonly Segment[], longest = 50): readonly Segment[] {
  const line = withRoom(text, longest, asVisible);
  const shown = joined(line);
  const fence = '`'.repeat(longestRun(shown, '`') + 1);
  const space = /^`|`$|^ .* $/.test(shown) ? ' ' : '';
  return [fence + space, ...line, space + fence];
}

/**
 * Returns text in a fenced block of plain text, with at most about `longest` UTF-16 units of text. The fence is longer
 * than any run of backticks in the text.
 */
export function fencedBlock(text: readonly Segment[], longest: number): readonly Segment[] {
  const lines = withRoom(text, longest, (part) => asVisibleLines(part).replaceAll('\r\n', '\n'));
  const shown = joined(lines);
  const fence = '`'.repeat(Math.max(3, longestRun(shown, '`') + 1));
  return [`${fence}text\n`, ...lines, `${shown.endsWith('\n') ? '' : '\n'}${fence}`];
}

/** Returns text as displayed, shortened to a third if it needs long fences. */
function withRoom(
  text: readonly Segment[],
  longest: number,
  change: (text: string) => string,
): readonly Segment[] {
  const whole = shortened(text, longest, change);
  return 3 * longestRun(joined(whole), '`') > longest
    ? shortened(text, Math.ceil(longest / 3), change)
    : whole;
}

/** Returns text as displayed, shortened both before and after the change, which can make it longer. */
export function shortened(
  text: readonly Segment[],
  longest: number,
  change: (text: string) => string,
): readonly Segment[] {
  return cutSegments(mapText(cutSegments(text, longest), change), longest);
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
