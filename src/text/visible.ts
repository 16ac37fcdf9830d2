/**
 * Replaces invisible characters, and characters that reorder the displayed text, with visible symbols. This code also
 * runs in the browser. Takes linear time.
 */

/** A run of text to show literally, or one invisible character with its code point (`U+202E`) and visible form. */
export type Segment = { readonly text: string } | { readonly invisible: string; readonly shown: string };

/**
 * Control, format (bidirectional and zero-width), private-use, surrogate, and unassigned characters; separators and
 * spaces other than the plain space; characters that fonts render as blank.
 */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const EACH_INVISIBLE = new RegExp(`(?! )${INVISIBLE.source}`, 'gu');
const EACH_INVISIBLE_IN_LINES = new RegExp(`\\r(?!\\n)|(?![ \\t\\r\\n])${INVISIBLE.source}`, 'gu');

/**
 * Splits multiline text for display. Tabs and line breaks (LF, CRLF) are kept as text; a lone CR is treated as
 * invisible. Joining the segments and restoring each invisible character results in the original text.
 */
export function segments(text: string): Segment[] {
  const result: Segment[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(EACH_INVISIBLE_IN_LINES)) {
    if (index > end) result.push({ text: text.slice(end, index) });
    result.push({ invisible: codePointName(character), shown: visibleForm(character) });
    end = index + character.length;
  }
  if (end < text.length) result.push({ text: text.slice(end) });
  return result;
}

/**
 * Returns the text with all invisible characters except tabs and line breaks (LF, CRLF) replaced by their visible
 * forms.
 */
export function asVisibleLines(text: string): string {
  return text.replace(EACH_INVISIBLE_IN_LINES, visibleForm);
}

/**
 * Returns the text on one line, with all invisible characters, including line breaks and tabs, replaced by their
 * visible forms.
 */
export function asVisible(text: string): string {
  return text.replace(EACH_INVISIBLE, visibleForm);
}

/**
 * Returns the Unicode symbol for a control character (`␀`), or the code point in angle quotation marks (`‹U+202E›`).
 */
function visibleForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `‹${codePointName(character)}›`;
}

function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
