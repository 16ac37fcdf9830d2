/** Finds connection keys, which a service might echo, in any encoding and also inside other words. */

import { MappedText } from '../http/decode/mappedText.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { base64Forms } from './base64Forms.ts';
import { levelsOf, readings } from './levels.ts';
import { lengthMark } from './placeholders.ts';

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

/** Returns the text with the keys hidden; all other text is kept. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const found = mergeSpans(new KnownKeys(keys).find(text));
  return found.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + lengthMark(end - start, 'key') + rest.slice(end),
    text,
  );
}

function formsOf(key: string): readonly string[] {
  return readings(key).flatMap((plain) => [plain, ...base64Forms(plain)]);
}
