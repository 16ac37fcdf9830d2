/** Searches a text for many strings at once (Aho and Corasick), in time linear in the text. */

export interface Occurrence<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

interface State<T> {
  readonly next: Map<number, State<T>>;
  /** The state of the longest proper suffix that is also a prefix of a string. */
  fallback: State<T> | undefined;
  /** The longest string that ends here: the length searched for, the whole of it, and what it stands for. */
  found: { readonly length: number; readonly whole: string; readonly value: T } | undefined;
}

/** Of a longer string its start is searched for, and then as much as follows. */
export const LONGEST_PREFIX = 256;

/** So many strings are searched for one by one: most logs have few, for which no automaton is worth its making. */
const FEW = 64;

export class StringSearch<T> {
  readonly #few: readonly { readonly prefix: string; readonly whole: string; readonly value: T }[];
  readonly #root: State<T> = newState();

  /** Builds the search from strings, none of them empty, and what each stands for; of equal ones the first counts. */
  constructor(strings: Iterable<readonly [string, T]>) {
    const all = [...strings];
    const isFew = all.length <= FEW;
    this.#few = isFew
      ? all.map(([whole, value]) => ({ prefix: whole.slice(0, LONGEST_PREFIX), whole, value }))
      : [];
    if (isFew) return;
    for (const [whole, value] of all) this.#add(whole, value);
    this.#link();
  }

  /** The occurrences, in no certain order. They may overlap, and one that lies in a longer one may be left out. */
  occurrences(text: string): Generator<Occurrence<T>, void, undefined> {
    return this.#root.next.size > 0 ? this.#occurrencesOfMany(text) : this.#occurrencesOfFew(text);
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

  *#occurrencesOfMany(text: string): Generator<Occurrence<T>, void, undefined> {
    let state = this.#root;
    for (let offset = 0; offset < text.length; offset++) {
      const unit = text.charCodeAt(offset);
      let next = state.next.get(unit);
      while (next === undefined && state.fallback !== undefined) {
        state = state.fallback;
        next = state.next.get(unit);
      }
      state = next ?? this.#root;
      if (state.found === undefined) continue;
      const { length, whole, value } = state.found;
      const start = offset + 1 - length;
      const end = start + commonLength(text, start, whole, length);
      yield { start, end, value };
      if (end > offset + 1) {
        offset = end - 1;
        state = this.#root;
      }
    }
  }

  #add(whole: string, value: T): void {
    const length = Math.min(whole.length, LONGEST_PREFIX);
    let state = this.#root;
    for (let offset = 0; offset < length; offset++) {
      const unit = whole.charCodeAt(offset);
      let next = state.next.get(unit);
      if (next === undefined) {
        next = newState();
        state.next.set(unit, next);
      }
      state = next;
    }
    state.found ??= { length, whole, value };
  }

  #link(): void {
    const queue = [this.#root];
    for (const state of queue) {
      for (const [unit, next] of state.next) {
        let fallback = state.fallback;
        while (fallback !== undefined && !fallback.next.has(unit)) fallback = fallback.fallback;
        next.fallback = fallback?.next.get(unit) ?? this.#root;
        next.found ??= next.fallback.found;
        queue.push(next);
      }
    }
  }
}

function newState<T>(): State<T> {
  return { next: new Map(), fallback: undefined, found: undefined };
}

/** How many units of `whole`, of which the first `known` are there, follow at `start`. */
function commonLength(text: string, start: number, whole: string, known: number): number {
  let length = known;
  while (length < whole.length && text.charCodeAt(start + length) === whole.charCodeAt(length)) length++;
  return length;
}
