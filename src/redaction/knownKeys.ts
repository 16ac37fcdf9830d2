/** Finds connection keys, which a service might echo, in any encoding and also inside other words. */

import { MappedText } from '../http/decode/mappedText.ts';
import type { Span } from '../text/spans.ts';
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

/** Minimum length, in units, of a form in Base64. */
const SHORTEST_FORM = 8;

/**
 * Returns the forms that the text can have in Base64, either alone or among other bytes. Some forms might be repeated.
 */
export function base64Forms(text: string): readonly string[] {
  const forms: string[] = [];
  const add = (form: string) => {
    if (form.length < SHORTEST_FORM) return;
    forms.push(form);
    if (/[+/]/.test(form)) forms.push(form.replaceAll('+', '-').replaceAll('/', '_'));
  };
  const padded = Buffer.from(`\0\0${text}`);
  for (const before of [0, 1, 2]) {
    const whole = padded.toString('base64', 2 - before);
    // Excludes the characters at either end that also depend on the surrounding bytes.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor(((padded.length - 2 + before) * 8) / 6)];
    add(whole.slice(start, end));
    if (before === 0) add(whole);
  }
  return forms;
}
