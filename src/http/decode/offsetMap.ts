/** Maps offsets between a string and another string derived from it. Offsets are in UTF-16 units. */

import { LimitReached, TOO_MANY_STRETCHES } from './allowance.ts';

export interface TextRange {
  readonly start: number;
  /** The offset past the last character. */
  readonly end: number;
}

/**
 * The mapping between an outer (encoded) text and an inner (decoded) text, which have their content in the same order.
 * A stretch between two neighboring breakpoints was copied if it has the same length in both texts; otherwise, it is
 * mapped as a whole.
 */
export class OffsetMap {
  /** Breakpoints in ascending order; the last one is past the end. */
  readonly outer: ArrayLike<number>;
  /** The corresponding breakpoints in the inner text. The array has the same length as `outer`. */
  readonly inner: ArrayLike<number>;

  constructor(outer: ArrayLike<number>, inner: ArrayLike<number>) {
    this.outer = outer;
    this.inner = inner;
  }

  /** Returns the map for inner text that is the part of the outer text between these offsets. */
  static slice(start: number, end: number): OffsetMap {
    return new OffsetMap([start, end], [0, end - start]);
  }

  /** Returns the map for inner text that corresponds, as a whole, to part of the outer text. */
  static whole({ start, end }: TextRange, innerLength: number): OffsetMap {
    return new OffsetMap([start, end], [0, innerLength]);
  }

  get stretches(): number {
    return this.outer.length;
  }

  /** Maps a range of the inner text to the outer text. Returns an empty range for inserted text. */
  outward(range: TextRange): TextRange {
    return locate(this.inner, this.outer, range);
  }

  /**
   * Maps a range of the outer text to the inner text. Returns an empty range if the text was omitted, or undefined if
   * the range is outside the map.
   */
  inward(range: TextRange): TextRange | undefined {
    const first = this.outer[0] ?? 0;
    const last = this.outer[this.outer.length - 1] ?? 0;
    const start = Math.max(range.start, first);
    const end = Math.min(range.end, last);
    return start < end ? locate(this.outer, this.inner, { start, end }) : undefined;
  }
}

/** Maps a range of the innermost text to the outermost text. The maps are in order from outermost to innermost. */
export function outwards(maps: readonly OffsetMap[], range: TextRange): TextRange {
  return maps.reduceRight((inner, map) => map.outward(inner), range);
}

/**
 * Maps a range of the outermost text to the innermost text, or returns undefined if no part of the range is in the
 * innermost text.
 */
export function inwards(maps: readonly OffsetMap[], range: TextRange): TextRange | undefined {
  let outer = range;
  for (const map of maps) {
    const inner = map.inward(outer);
    if (inner === undefined || inner.end <= inner.start) return undefined;
    outer = inner;
  }
  return outer;
}

function locate(from: ArrayLike<number>, to: ArrayLike<number>, { start, end }: TextRange): TextRange {
  const first = stretchAt(from, start);
  const begin = isCopied(from, to, first)
    ? at(to, first) + Math.max(0, start - at(from, first))
    : at(to, first);
  if (end <= start) return { start: begin, end: begin };
  const last = stretchAt(from, end - 1);
  const stop = isCopied(from, to, last) ? at(to, last) + end - at(from, last) : at(to, last + 1);
  return { start: begin, end: Math.max(begin, stop) };
}

/** Returns the last stretch that starts at or before `offset`. */
function stretchAt(breakpoints: ArrayLike<number>, offset: number): number {
  let [low, high] = [0, breakpoints.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (at(breakpoints, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isCopied(from: ArrayLike<number>, to: ArrayLike<number>, stretch: number): boolean {
  return at(from, stretch + 1) - at(from, stretch) === at(to, stretch + 1) - at(to, stretch);
}

function at(offsets: ArrayLike<number>, index: number): number {
  return offsets[index] ?? 0;
}

/**
 * Maximum number of separate pieces of text. If there are more, they are joined, because short pieces take ten times as
 * much memory as their characters.
 */
const MOST_PIECES = 4096;

/** Creates inner text from outer text, proceeding from start to end, and records the mapping. */
export class Rewriter {
  readonly #source: string;
  #joined = '';
  #pieces: string[] = [];
  readonly #breakpoints: Breakpoints;
  #read = 0;
  #written = 0;

  /** @param mostStretches maximum number of stretches in the offset map */
  constructor(source: string, mostStretches = Number.POSITIVE_INFINITY) {
    this.#source = source;
    this.#breakpoints = new Breakpoints(mostStretches);
  }

  /** The length of the inner text so far. */
  get written(): number {
    return this.#written;
  }

  /**
   * Copies the source up to `offset`.
   *
   * @throws LimitReached if there are too many stretches
   */
  copy(offset: number): void {
    if (offset <= this.#read) return;
    this.#add(this.#source.slice(this.#read, offset));
    this.#read = offset;
    this.#breakpoints.add(this.#read, this.#written);
  }

  /**
   * Replaces the source up to `offset` with `text`, or inserts `text` if `offset` is the current offset.
   * @throws LimitReached if there are too many stretches
   */
  put(text: string, offset = this.#read): void {
    this.#add(text);
    this.#read = offset;
    this.#breakpoints.add(this.#read, this.#written);
  }

  /** Returns the inner text and its map. Source text that has not been read is omitted. */
  finish(): { readonly text: string; readonly map: OffsetMap } {
    this.#join();
    return { text: this.#joined, map: this.#breakpoints.map() };
  }

  #add(piece: string): void {
    this.#written += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length === MOST_PIECES) this.#join();
  }

  #join(): void {
    this.#joined += this.#pieces.join('');
    this.#pieces = [];
  }
}

/** Collects the breakpoints of a map, which starts at 0 in both texts. */
export class Breakpoints {
  readonly #most: number;
  readonly #outer = new OffsetList();
  readonly #inner = new OffsetList();

  /** @param most maximum number of stretches in the map */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.add(0, 0);
  }

  /**
   * Adds a breakpoint. Offsets must be in ascending order.
   * @throws LimitReached if there are too many
   */
  add(outer: number, inner: number): void {
    if (this.#outer.length > this.#most) throw new LimitReached(TOO_MANY_STRETCHES);
    this.#outer.push(outer);
    this.#inner.push(inner);
  }

  map(): OffsetMap {
    return new OffsetMap(this.#outer.list(), this.#inner.list());
  }
}

/** Maximum number of offsets to store in a plain array, which is faster to create than a typed array. */
const FEW = 64;

/** A growing list of offsets. If there are many, each takes four bytes. */
class OffsetList {
  length = 0;
  #offsets: number[] | Uint32Array = [];

  push(offset: number): void {
    if (this.length >= FEW && this.length === this.#offsets.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.length++] = offset;
  }

  list(): ArrayLike<number> {
    return this.#offsets.slice(0, this.length);
  }
}

export class MapPacker {
  readonly #offsets = new Map<OffsetMap, number>();
  #length = 0;

  /** Adds a map, unless it was already added, and returns its offset in the list. */
  add(map: OffsetMap): number {
    const known = this.#offsets.get(map);
    if (known !== undefined) return known;
    const offset = this.#length;
    this.#offsets.set(map, offset);
    this.#length += 1 + 2 * map.outer.length;
    return offset;
  }

  /**
   * Packs the maps. Each map is written as the number of breakpoints, the outer breakpoints, and the inner breakpoints.
   */
  pack(): Uint32Array<ArrayBuffer> {
    const packed = new Uint32Array(this.#length);
    for (const [{ outer, inner }, offset] of this.#offsets) {
      packed[offset] = outer.length;
      packed.set(outer, offset + 1);
      packed.set(inner, offset + 1 + outer.length);
    }
    return packed;
  }
}

/** Returns the map at an offset in the packed list. */
export function unpackMap(packed: Uint32Array, offset: number): OffsetMap {
  const count = packed[offset] ?? 0;
  const [outer, inner] = [offset + 1, offset + 1 + count];
  return new OffsetMap(packed.subarray(outer, inner), packed.subarray(inner, inner + count));
}
