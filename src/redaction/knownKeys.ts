/** Finds connection keys, which a service might echo, in any encoding and also inside other words. */

import { MappedText } from '../http/decode/mappedText.ts';
import { mergeSpans } from '../text/spans.ts';
import { base64Forms } from './base64Forms.ts';
import type { Finding } from './headerGrammar.ts';
import { levelsOf, readings } from './levels.ts';
import { PLACEHOLDER_START } from './placeholders.ts';

/** Minimum length of a key, in units; shorter keys occur by chance in other words. */
const SHORTEST = 4;

export class KnownKeys {
  readonly #forms: readonly (readonly [form: string, key: string])[];

  /** @param shortest the minimum length of a key to search for, in units */
  constructor(keys: readonly string[], shortest = SHORTEST) {
    const known = keys.filter(({ length }) => length >= shortest);
    this.#forms = known.flatMap((key) => formsOf(key).map((form) => [form, key] as const));
  }

  /** Returns the positions of the keys in the text; they can overlap. */
  find(text: string): readonly Finding[] {
    if (this.#forms.length === 0) return [];
    const found: Finding[] = [];
    for (const level of levelsOf(MappedText.raw(text))) {
      for (const [form, plain] of this.#forms) {
        for (let start = level.text.indexOf(form); start >= 0; start = level.text.indexOf(form, start + 1))
          found.push({ ...level.toRaw({ start, end: start + form.length }), kind: 'key', plain });
      }
    }
    return found;
  }
}

/** Returns the text with the keys removed; other secrets are kept. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const found = mergeSpans(new KnownKeys(keys).find(text));
  return found.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}${PLACEHOLDER_START}key›${rest.slice(end)}`,
    text,
  );
}

function formsOf(key: string): readonly string[] {
  return readings(key).flatMap((plain) => [plain, ...base64Forms(plain).map(({ text }) => text)]);
}
