/**
 * A value split into pieces that are quick to send to and receive from a thread. Cloning a 64 MiB string or 100,000
 * headers in one step would block both threads.
 */
import { UNITS_PER_VALUE, valueSize } from './valueSize.ts';

/**
 * Part of a long string, list, or object; or the whole value, with a `bigint` in place of every long string, list, or
 * object in it.
 */
export type Piece =
  | { readonly slot: bigint; readonly text: string }
  | { readonly slot: bigint; readonly elements: readonly unknown[] }
  | { readonly slot: bigint; readonly members: readonly (readonly [name: unknown, value: unknown])[] }
  | { readonly value: unknown };

/** Maximum size of one piece, in UTF-16 units, including a fixed amount for each value in it. */
const MOST_UNITS = 256 * 1024;

/** Yields the pieces of a JSON value, which must not contain a `bigint`. The last piece is the value itself. */
export function* toPieces(value: unknown): Generator<Piece, void, undefined> {
  const cutter = new Cutter();
  yield { value: yield* cutter.cut(value) };
}

class Cutter {
  #slots = 0n;

  /** Returns a short value unchanged and replaces a long one with a slot. */
  *cut(value: unknown): Generator<Piece, unknown, undefined> {
    if (sizeOf(value) <= MOST_UNITS) return value;
    const slot = this.#slots++;
    if (typeof value === 'string') yield* textPieces(slot, value);
    else if (Array.isArray(value)) yield* this.#cutList(slot, value);
    else yield* this.#cutObject(slot, value as object);
    return slot;
  }

  *#cutList(slot: bigint, list: readonly unknown[]): Generator<Piece, void, undefined> {
    let elements: unknown[] = [];
    let size = 0;
    for (const each of list) {
      const element = yield* this.cut(each);
      elements.push(element);
      size += sizeOf(element);
      if (size <= MOST_UNITS) continue;
      yield { slot, elements };
      [elements, size] = [[], 0];
    }
    yield { slot, elements };
  }

  *#cutObject(slot: bigint, object: object): Generator<Piece, void, undefined> {
    let members: [unknown, unknown][] = [];
    let size = 0;
    for (const [name, value] of Object.entries(object)) {
      const member: [unknown, unknown] = [yield* this.cut(name), yield* this.cut(value)];
      members.push(member);
      size += sizeOf(member);
      if (size <= MOST_UNITS) continue;
      yield { slot, members };
      [members, size] = [[], 0];
    }
    yield { slot, members };
  }
}

function* textPieces(slot: bigint, text: string): Generator<Piece, void, undefined> {
  for (let start = 0; start < text.length; start += MOST_UNITS) {
    yield { slot, text: text.slice(start, start + MOST_UNITS) };
  }
}

function sizeOf(value: unknown): number {
  return valueSize(value, MOST_UNITS, UNITS_PER_VALUE);
}

/** Reassembles the pieces of one value. */
export class Pieces {
  readonly #texts = new Map<bigint, string[]>();
  readonly #lists = new Map<bigint, unknown[]>();
  readonly #objects = new Map<bigint, Record<string, unknown>>();

  /** Adds a piece; returns the value once its last piece is added. */
  add(piece: Piece): { readonly value: unknown } | undefined {
    if ('value' in piece) return { value: this.#whole(piece.value) };
    if ('text' in piece) {
      ensure(this.#texts, piece.slot, () => []).push(piece.text);
    } else if ('elements' in piece) {
      const list = ensure(this.#lists, piece.slot, () => []);
      for (const element of piece.elements) list.push(this.#whole(element));
    } else {
      const object = ensure(this.#objects, piece.slot, () => ({}));
      for (const [name, value] of piece.members)
        define(object, String(this.#whole(name)), this.#whole(value));
    }
    return undefined;
  }

  /** Returns the value that a slot represents. Its pieces arrive before any reference to the slot. */
  #whole(value: unknown): unknown {
    if (typeof value !== 'bigint') return value;
    const text = this.#texts.get(value);
    this.#texts.delete(value);
    return text?.join('') ?? this.#lists.get(value) ?? this.#objects.get(value);
  }
}

function ensure<V>(map: Map<bigint, V>, slot: bigint, make: () => V): V {
  const known = map.get(slot) ?? make();
  map.set(slot, known);
  return known;
}

/** Defines an own property of an object, even one named `__proto__`. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[name] = value;
  }
}
