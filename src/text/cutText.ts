/**
 * The start of a text: at most `length` UTF-16 units, one fewer where the cut would split a surrogate pair or CRLF.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const pair = (text.codePointAt(length - 1) ?? 0) > 0xffff;
  const lineEnd = text.startsWith('\r\n', length - 1);
  return text.slice(0, pair || lineEnd ? length - 1 : length);
}
