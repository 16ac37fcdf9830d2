/** Searches a text for many strings at once (Aho and Corasick), in time linear in the length of the text. */

export interface Occurrence<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

/** Maximum number of units of a string to search for; the rest of a longer string is then compared. */
export const LONGEST_PREFIX = 256;

/**
 * Maximum number of strings to search for one by one. Most logs have few, for which building an automaton is not
 * worthwhile.
 */
const FEW = 64;

export class StringSearch<T> {
  readonly #few: readonly { readonly prefix: string; readonly whole: string; readonly value: T }[];
  readonly #many: Automaton | undefined;
  /** The strings and their values, which the states of the automaton refer to by index. */
  readonly #all: readonly (readonly [string, T])[];

  /** Builds the search from nonempty strings and their values; for equal strings, the first one is used. */
  constructor(strings: Iterable<readonly [string, T]>) {
    this.#all = [...strings];
    const isFew = this.#all.length <= FEW;
    this.#few = isFew
      ? this.#all.map(([whole, value]) => ({ prefix: whole.slice(0, LONGEST_PREFIX), whole, value }))
      : [];
    this.#many = isFew ? undefined : new Automaton(this.#all.map(([whole]) => whole));
  }

  /** Yields the occurrences in any order. They can overlap, and one inside a longer one might be missing. */
  occurrences(text: string): Generator<Occurrence<T>, void, undefined> {
    return this.#many ? this.#occurrencesOfMany(text, this.#many) : this.#occurrencesOfFew(text);
  }

  *#occurrencesOfFew(text: string): Generator<Occurrence<T>, void, undefined> {
    for (const { prefix, whole, value } of this.#few) {
      let start = text.indexOf(prefix);
      while (start >= 0) {
        const end = start + commonLength(text, start, whole, prefix.length);
        yield { start, end, value };
        start = text.indexOf(prefix, Math.max(start, end - prefix.length) + 1);
      }
    }
  }

  *#occurrencesOfMany(text: string, automaton: Automaton): Generator<Occurrence<T>, void, undefined> {
    let state = ROOT;
    for (let offset = 0; offset < text.length; offset++) {
      state = automaton.next(state, text.charCodeAt(offset));
      const found = this.#all[automaton.foundAt(state)];
      if (found === undefined) continue;
      const [whole, value] = found;
      const length = Math.min(whole.length, LONGEST_PREFIX);
      const start = offset + 1 - length;
      const end = start + commonLength(text, start, whole, length);
      yield { start, end, value };
      if (end > offset + 1) {
        offset = end - 1;
        state = ROOT;
      }
    }
  }
}

const ROOT = 0;
const NONE = -1;

/**
 * The states for all string prefixes of up to `LONGEST_PREFIX` units. Stored in arrays of numbers, because an object
 * for each state would take ten times as much memory and time.
 */
class Automaton {
  /** The edges, with open addressing: the key `state * 65536 + unit` and the next state. */
  readonly #edges: Float64Array;
  readonly #targets: Int32Array;
  readonly #mask: number;
  /** The state of the longest proper suffix that is also a prefix of a string. */
  readonly #fallbacks: Int32Array;
  /** The longest string that ends in each state. */
  readonly #found: Int32Array;

  constructor(strings: readonly string[]) {
    const most = strings.reduce((sum, { length }) => sum + Math.min(length, LONGEST_PREFIX), 1);
    const size = 2 ** Math.ceil(Math.log2(2 * most));
    this.#mask = size - 1;
    this.#edges = new Float64Array(size).fill(NONE);
    this.#targets = new Int32Array(size);
    this.#fallbacks = new Int32Array(most);
    this.#found = new Int32Array(most).fill(NONE);
    const states: BuiltStates = {
      count: 1,
      parents: new Int32Array(most),
      units: new Uint16Array(most),
      byDepth: [],
    };
    for (const [index, string] of strings.entries()) this.#add(string, index, states);
    this.#link(states);
  }

  /** Returns the index of the longest string that ends in a state, or -1 if none does. */
  foundAt(state: number): number {
    return this.#found[state] ?? NONE;
  }

  next(from: number, unit: number): number {
    let state = from;
    for (;;) {
      const target = this.#target(state, unit);
      if (target !== NONE) return target;
      if (state === ROOT) return ROOT;
      state = this.#fallbacks[state] ?? ROOT;
    }
  }

  #target(state: number, unit: number): number {
    const slot = this.#slot(state, unit);
    return this.#edges[slot] === NONE ? NONE : (this.#targets[slot] ?? NONE);
  }

  /** Returns the slot of an edge, or a free slot for it. */
  #slot(state: number, unit: number): number {
    const edge = state * 0x10000 + unit;
    const mixed = Math.imul(Math.imul(state, 0x9e3779b1) + unit, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & this.#mask;
    while (this.#edges[slot] !== NONE && this.#edges[slot] !== edge) slot = (slot + 1) & this.#mask;
    return slot;
  }

  #add(string: string, index: number, states: BuiltStates): void {
    const length = Math.min(string.length, LONGEST_PREFIX);
    let state = ROOT;
    for (let depth = 0; depth < length; depth++) {
      const unit = string.charCodeAt(depth);
      const slot = this.#slot(state, unit);
      if (this.#edges[slot] === NONE) {
        const made = states.count++;
        this.#edges[slot] = state * 0x10000 + unit;
        this.#targets[slot] = made;
        states.parents[made] = state;
        states.units[made] = unit;
        states.byDepth[depth] ??= [];
        states.byDepth[depth]?.push(made);
      }
      state = this.#targets[slot] ?? ROOT;
    }
    if (this.#found[state] === NONE) this.#found[state] = index;
  }

  /** States closer to the root are processed first, because each state falls back to one of them. */
  #link({ parents, units, byDepth }: BuiltStates): void {
    for (const state of byDepth.flat()) {
      const parent = parents[state] ?? ROOT;
      const fallback = parent === ROOT ? ROOT : this.next(this.#fallbacks[parent] ?? ROOT, units[state] ?? 0);
      this.#fallbacks[state] = fallback;
      if (this.#found[state] === NONE) this.#found[state] = this.#found[fallback] ?? NONE;
    }
  }
}

interface BuiltStates {
  count: number;
  readonly parents: Int32Array;
  readonly units: Uint16Array;
  readonly byDepth: number[][];
}

/** Returns how many units of `whole` are at `start`; the first `known` units are already matched. */
function commonLength(text: string, start: number, whole: string, known: number): number {
  let length = known;
  while (length < whole.length && text.charCodeAt(start + length) === whole.charCodeAt(length)) length++;
  return length;
}
