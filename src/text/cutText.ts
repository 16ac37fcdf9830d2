/** The start of a text. Of a value that JSON knows, see service/valueStart.ts. */

/**
 * The start of a text: at most `length` UTF-16 units, one fewer where the cut would split a surrogate pair or CRLF.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const pair = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  const lineEnd = text.startsWith('\r\n', length - 1);
  return text.slice(0, pair || lineEnd ? length - 1 : length);
}

/** As `cutText`, with `…` after it if something is left out. */
export function cutWithMark(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length)}…`;
}

/** At most `longest` code points, the last of them `…` if something is left out. */
export function cutToCodePoints(text: string, longest: number): string {
  const start = Array.from(text.slice(0, 2 * longest + 2));
  return start.length <= longest ? text : `${start.slice(0, longest - 1).join('')}…`;
}
