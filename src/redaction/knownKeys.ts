/** Finds connection keys, which a service might echo, in any encoding and also inside other words. */

import { MappedText } from '../http/decode/mappedText.ts';
import type { Span } from '../text/spans.ts';
import { base64Forms } from './base64Forms.ts';
import { levelsOf, readings } from './levels.ts';

/** Minimum length of a key, in units; shorter keys occur by chance in other words. */
const SHORTEST = 4;

export class KnownKeys {
  readonly #forms: readonly string[];

  /** @param shortest the minimum length of a key to search for, in units */
  constructor(keys: readonly string[], shortest = SHORTEST) {
    this.#forms = keys.filter(({ length }) => length >= shortest).flatMap(formsOf);
  }

  /** Returns the positions of the keys in the text; they can overlap. */
  find(text: string): readonly Span[] {
    if (this.#forms.length === 0) return [];
    const found: Span[] = [];
    for (const level of levelsOf(MappedText.raw(text))) {
      for (const form of this.#forms) {
        for (let start = level.text.indexOf(form); start >= 0; start = level.text.indexOf(form, start + 1))
          found.push(level.toRaw({ start, end: start + form.length }));
      }
    }
    return found;
  }
}

function formsOf(key: string): readonly string[] {
  return readings(key).flatMap((plain) => [plain, ...base64Forms(plain)]);
}
