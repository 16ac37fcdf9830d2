/** Converts text offsets to positions in the editor, which normalizes line breaks and drops a byte order mark. */

/** A zero-based position; characters are counted in UTF-16 units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Returns a function that converts an offset in the text to a position. An offset inside a line break becomes the end of
 * the line.
 */
export function positionsIn(text: string): (offset: number) => LinePosition {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === LF || (unit === CR && text.charCodeAt(offset + 1) !== LF)) starts.push(offset + 1);
  }
  const startOf = (line: number) => starts[line] ?? text.length;
  /** Returns the end of a line, before its line break. */
  const endOf = (line: number) => {
    if (line >= starts.length - 1) return text.length;
    const next = startOf(line + 1);
    return next - (text.startsWith('\r\n', next - 2) ? 2 : 1);
  };
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: Math.max(0, Math.min(offset, endOf(low)) - startOf(low)) };
  };
}
