/** Finds connection keys, which a service might echo, in any encoding and also inside other words. */
import { asSent, type DecodedText, decode, readings } from './decodedText.ts';
import { mergeSpans } from './findSecrets.ts';
import type { Finding } from './headerGrammar.ts';
import { PLACEHOLDER_START } from './placeholders.ts';
import { base64Forms } from './secretForms.ts';

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
    for (let decoded: DecodedText | undefined = asSent(text); decoded; decoded = decode(decoded)) {
      for (const [form, plain] of this.#forms) {
        for (let at = decoded.text.indexOf(form); at >= 0; at = decoded.text.indexOf(form, at + 1)) {
          const [start, end] = [decoded.origin(at), decoded.origin(at + form.length)];
          found.push({ start, end, kind: 'key', plain });
        }
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
