/** Converts text offsets to positions in the editor, which normalizes line breaks and drops a byte order mark. */

/** A zero-based position; characters are counted in UTF-16 units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

const LF = 0x0a;
const CR = 0x0d;

/** Returns the offset of the start of each line in the text. */
export function lineStarts(text: string): Uint32Array<ArrayBuffer> {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === LF || (unit === CR && text.charCodeAt(offset + 1) !== LF)) starts.push(offset + 1);
  }
  return new Uint32Array(starts);
}

export class LineTable {
  readonly #text: string;
  readonly #starts: Uint32Array;

  constructor(text: string, starts: Uint32Array = lineStarts(text)) {
    this.#text = text;
    this.#starts = starts;
  }

  /** Converts an offset to a position. An offset inside a line break becomes the end of the line. */
  positionOf(offset: number): LinePosition {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: Math.max(0, Math.min(offset, this.#endOf(low)) - this.#startOf(low)) };
  }

  #startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  /** Returns the end of a line, before its line break. */
  #endOf(line: number): number {
    if (line >= this.#starts.length - 1) return this.#text.length;
    const next = this.#startOf(line + 1);
    return next - (this.#text.startsWith('\r\n', next - 2) ? 2 : 1);
  }
}
