/** Finds connection keys, which a service might echo, in any encoding and also inside other words. */

import { fullyDecoded, levelsOf } from '../http/decode/levels.ts';
import { keyForms } from '../service/keyForms.ts';
import type { Span } from '../text/spans.ts';

/** Minimum length of a key, in units; shorter keys occur by chance in other words. */
const SHORTEST = 4;

export class KnownKeys {
  readonly #forms: readonly string[];

  /** @param shortest the minimum length of a key to search for, in units */
  constructor(keys: readonly string[], shortest = SHORTEST) {
    const long = keys.filter(({ length }) => length >= shortest);
    this.#forms = [...new Set(long.flatMap(readings).flatMap(keyForms))];
  }

  /** Returns the places of the keys in a text, in the raw text; they can overlap. */
  find(text: string): readonly Span[] {
    if (this.#forms.length === 0) return [];
    const found: Span[] = [];
    for (const level of levelsOf(text)) {
      for (const form of this.#forms) {
        for (let start = level.text.indexOf(form); start >= 0; start = level.text.indexOf(form, start + 1))
          found.push(level.toRaw({ start, end: start + form.length }));
      }
    }
    return found;
  }
}

/** Returns a text as is and decoded. A `+` can represent a space, and a space can represent a `+`. */
function readings(text: string): readonly string[] {
  return [text, fullyDecoded(text)].flatMap((each) => [
    each,
    each.replaceAll('+', ' '),
    each.replaceAll(' ', '+'),
  ]);
}
