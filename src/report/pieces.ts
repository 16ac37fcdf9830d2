/**
 * A value cut into pieces that are quickly posted to a thread: to clone a text of 64 MiB, or 100 000 headers, at once would
 * hold the thread that posts it.
 */

/** A part of a long text or list, or the value itself, in which a `bigint` stands for each of those. */
export type Piece =
  | { readonly slot: bigint; readonly text: string }
  | { readonly slot: bigint; readonly elements: readonly unknown[] }
  | { readonly value: unknown };

/** UTF-16 units of text, and elements of a list, in one piece. */
const MOST_UNITS = 256 * 1024;
const MOST_ELEMENTS = 1000;

/** The pieces of a value as JSON knows it (without `bigint`), the value itself last. */
export function* toPieces(value: unknown): Generator<Piece, void, undefined> {
  const cutter = new Cutter();
  yield { value: yield* cutter.cut(value) };
}

class Cutter {
  #slots = 0n;

  *cut(value: unknown): Generator<Piece, unknown, undefined> {
    if (typeof value === 'string') return value.length > MOST_UNITS ? yield* this.#cutText(value) : value;
    if (Array.isArray(value)) {
      return value.length > MOST_ELEMENTS ? yield* this.#cutList(value) : yield* this.#cutEach(value);
    }
    if (typeof value !== 'object' || value === null) return value;
    const [names, values] = [Object.keys(value), yield* this.#cutEach(Object.values(value))];
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  }

  *#cutText(text: string): Generator<Piece, bigint, undefined> {
    const slot = this.#slots++;
    for (let start = 0; start < text.length; start += MOST_UNITS) {
      yield { slot, text: text.slice(start, start + MOST_UNITS) };
    }
    return slot;
  }

  *#cutList(list: readonly unknown[]): Generator<Piece, bigint, undefined> {
    const slot = this.#slots++;
    for (let start = 0; start < list.length; start += MOST_ELEMENTS) {
      yield { slot, elements: yield* this.#cutEach(list.slice(start, start + MOST_ELEMENTS)) };
    }
    return slot;
  }

  *#cutEach(list: readonly unknown[]): Generator<Piece, unknown[], undefined> {
    const cut: unknown[] = [];
    for (const element of list) cut.push(yield* this.cut(element));
    return cut;
  }
}

/** Puts the pieces of one value together again. */
export class Pieces {
  readonly #texts = new Map<bigint, string[]>();
  readonly #lists = new Map<bigint, unknown[]>();

  /** The value, once its last piece is there. */
  add(piece: Piece): { readonly value: unknown } | undefined {
    if ('value' in piece) return { value: this.#whole(piece.value) };
    if ('text' in piece) this.#texts.set(piece.slot, [...(this.#texts.get(piece.slot) ?? []), piece.text]);
    else this.#lists.set(piece.slot, (this.#lists.get(piece.slot) ?? []).concat(piece.elements));
    return undefined;
  }

  #whole(value: unknown): unknown {
    if (typeof value === 'bigint') {
      return this.#texts.get(value)?.join('') ?? this.#lists.get(value)?.map((each) => this.#whole(each));
    }
    if (Array.isArray(value)) return value.map((each) => this.#whole(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#whole(each)]));
  }
}
