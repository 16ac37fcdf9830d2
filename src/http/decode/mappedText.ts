/** Decoded text with the place of each of its units in the raw data. Offsets are in UTF-16 units. */

export interface TextRange {
  readonly start: number;
  /** The offset past the last character. */
  readonly end: number;
}

/** Text that was made from another text: unit `i` comes from the units `starts[i]` to `ends[i]` of that text. */
export interface Rewritten {
  readonly text: string;
  /** In ascending order, like `ends`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The names of the layers that were undone. */
  readonly layers: readonly string[];
}

/** Text at a certain stage of decoding. Immutable; text that is part of the raw data needs no map. */
export class MappedText {
  readonly text: string;
  /** The layers undone so far, outermost first. */
  readonly layers: readonly string[];
  readonly #map: Pick<Rewritten, 'starts' | 'ends'> | undefined;
  /** The offset of the text in the map or, without a map, in the raw data. */
  readonly #from: number;

  private constructor(
    text: string,
    layers: readonly string[],
    from: number,
    map: Pick<Rewritten, 'starts' | 'ends'> | undefined,
  ) {
    this.text = text;
    this.layers = layers;
    this.#from = from;
    this.#map = map;
  }

  /** Returns the raw data as is. */
  static raw(text: string): MappedText {
    return new MappedText(text, [], 0, undefined);
  }

  /** True if the text is part of the raw data. */
  get isAsSent(): boolean {
    return this.#map === undefined;
  }

  /** Returns a part of this text. */
  slice({ start, end }: TextRange): MappedText {
    return new MappedText(this.text.slice(start, end), this.layers, this.#from + start, this.#map);
  }

  /** Returns the text that was made from this one. Takes over the arrays of `rewritten`. */
  become({ text, starts, ends, layers }: Rewritten): MappedText {
    if (this.#map || this.#from > 0) {
      for (let unit = 0; unit < text.length; unit++) {
        const [start = 0, end = 0] = [starts[unit], ends[unit]];
        starts[unit] = this.#startOf(start);
        ends[unit] = end > start ? this.#endOf(end) : this.#startOf(start);
      }
    }
    const all = layers.length === 0 ? this.layers : [...this.layers, ...layers];
    return new MappedText(text, all, 0, { starts, ends });
  }

  /** Returns the range of the raw data that a range of this text, by default all of it, was decoded from. */
  toRaw({ start, end }: TextRange = { start: 0, end: this.text.length }): TextRange {
    const from = this.#startOf(start);
    return { start: from, end: end > start ? this.#endOf(end) : from };
  }

  /** The place of each unit in the raw data, for text that was made from another text and not cut. */
  get places(): Pick<Rewritten, 'starts' | 'ends'> {
    return this.#map ?? { starts: new Uint32Array(), ends: new Uint32Array() };
  }

  /** Returns the range of this text that was decoded from a range of the raw data, or undefined if no unit was. */
  fromRaw(range: TextRange): TextRange | undefined {
    if (this.#map) {
      const found = rangeFrom(this.#map, range, this.#from, this.#from + this.text.length);
      return found && { start: found.start - this.#from, end: found.end - this.#from };
    }
    const start = Math.max(0, range.start - this.#from);
    const end = Math.min(this.text.length, range.end - this.#from);
    return start < end ? { start, end } : undefined;
  }

  #startOf(unit: number): number {
    if (!this.#map) return this.#from + unit;
    const { starts, ends } = this.#map;
    return starts[this.#from + unit] ?? ends.at(-1) ?? 0;
  }

  #endOf(unit: number): number {
    return this.#map ? (this.#map.ends[this.#from + unit - 1] ?? 0) : this.#from + unit;
  }
}

/**
 * Returns the first to the last unit between `from` and `to` whose place overlaps a range of the raw data, or undefined
 * if there is none.
 */
export function rangeFrom(
  { starts, ends }: Pick<Rewritten, 'starts' | 'ends'>,
  range: TextRange,
  from: number,
  to: number,
): TextRange | undefined {
  let start = firstWhere(from, to, (unit) => (ends[unit] ?? 0) > range.start);
  const end = firstWhere(start, to, (unit) => (starts[unit] ?? 0) >= range.end);
  // Inserted text comes from no unit.
  while (start < end && starts[start] === ends[start]) start++;
  return start < end ? { start, end } : undefined;
}

/** Returns the first offset for which a condition holds, or `to`; it holds for all offsets after the first. */
export function firstWhere(from: number, to: number, holds: (offset: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns text that was made from all `length` units of another text as a whole. */
export function madeFromAll(text: string, length: number, layers: readonly string[]): Rewritten {
  const starts = new Uint32Array(text.length);
  return { text, starts, ends: new Uint32Array(text.length).fill(length), layers };
}

/** Makes text from a source, proceeding from its start to its end. */
export class Rewriter {
  readonly #source: string;
  readonly #pieces: string[] = [];
  #starts: Uint32Array;
  #ends: Uint32Array;
  #read = 0;
  #written = 0;

  constructor(source: string) {
    this.#source = source;
    this.#starts = new Uint32Array(source.length);
    this.#ends = new Uint32Array(source.length);
  }

  /** The length of the text so far. */
  get written(): number {
    return this.#written;
  }

  /** Copies the source up to `offset`. */
  copy(offset: number): void {
    this.#pieces.push(this.#source.slice(this.#read, offset));
    this.#grow(offset - this.#read);
    for (; this.#read < offset; this.#read++) this.#place(this.#read, this.#read + 1);
  }

  /** Replaces the source up to `offset` with `text`, or inserts `text` if `offset` is the current offset. */
  put(text: string, offset = this.#read): void {
    if (text !== '') this.#pieces.push(text);
    this.#grow(text.length);
    for (let unit = 0; unit < text.length; unit++) this.#place(this.#read, offset);
    this.#read = offset;
  }

  /** Returns the text. Source text that has not been read is omitted. */
  finish(layers: readonly string[] = []): Rewritten {
    const text = this.#pieces.join('');
    const length = this.#written;
    return { text, starts: this.#starts.subarray(0, length), ends: this.#ends.subarray(0, length), layers };
  }

  #place(start: number, end: number): void {
    this.#starts[this.#written] = start;
    this.#ends[this.#written++] = end;
  }

  #grow(by: number): void {
    if (this.#written + by <= this.#starts.length) return;
    const length = 2 * (this.#written + by);
    const [starts, ends] = [new Uint32Array(length), new Uint32Array(length)];
    starts.set(this.#starts);
    ends.set(this.#ends);
    [this.#starts, this.#ends] = [starts, ends];
  }
}
