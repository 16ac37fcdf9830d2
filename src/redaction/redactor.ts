/** Replaces secrets by numbered placeholders, the same secret by the same one in all texts of a report. */
import { asSent, type DecodedText, decode, fullyDecoded } from './decodedText.ts';
import { type FoundSecret, mergeSpans } from './findSecrets.ts';
import type { Span } from './headerGrammar.ts';
import { LONGEST_PREFIX, type Occurrence, StringSearch } from './occurrences.ts';
import { basicCredentials, secretForms } from './secretForms.ts';
import type { SecretKind } from './secretNames.ts';

interface Secret {
  /** `‹redacted: cookie 1›` */
  readonly placeholder: string;
  /** Lower case: of the headers, parameters and fields it was found in. */
  readonly names: Set<string>;
}

interface Replacement extends Span {
  readonly placeholder: string;
}

/** What a string that is searched for stands for. */
interface Form {
  readonly placeholder: string;
  /** See `SecretForm`. */
  readonly isStart: boolean;
}

/** Units of all strings searched for, about, which bounds the memory for a log of nothing but secrets. */
const MOST_UNITS = 250_000;

/** First every text's secrets are added, then every text is rewritten. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>();
  readonly #numbers = new Map<SecretKind, number>();
  readonly #forms = new Map<string, Form>();
  /** Secrets whose forms were added. */
  readonly #known = new Set<string>();
  #units = 0;
  #search: StringSearch<Form> | undefined;
  /** Whether further occurrences of some secrets were not searched for, because there are too many. */
  overflowed = false;

  /** How many different secrets were found. */
  get count(): number {
    return this.#secrets.size;
  }

  /** Adds the secrets found in a text and gives what is to be replaced where they were found. */
  add(found: readonly FoundSecret[]): Replacement[] {
    return found.map((finding) => ({
      start: finding.start,
      end: finding.end,
      placeholder: this.#placeholder(finding),
    }));
  }

  /** The text with `own` replaced, and every other occurrence of a secret, in whatever encoding. */
  rewrite(text: string, own: readonly Replacement[]): string {
    const replacements = [...own, ...this.#further(text)];
    if (replacements.length === 0) return text;
    const pieces: string[] = [];
    let end = 0;
    for (const replacement of mergeSpans(replacements)) {
      pieces.push(text.slice(end, replacement.start), replacement.placeholder);
      end = replacement.end;
    }
    return pieces.join('') + text.slice(end);
  }

  /** Placeholders of the secrets whose names are words of the text, in the order of their numbers. */
  placeholdersNamedBy(text: string): string[] {
    const words = new Set(text.toLowerCase().match(/[\w.-]+/g));
    const named = [...this.#secrets.values()].filter(({ names }) =>
      [...names].some((name) => words.has(name)),
    );
    return named.map(({ placeholder }) => placeholder);
  }

  #further(text: string): Replacement[] {
    if (this.#forms.size === 0) return [];
    this.#search ??= new StringSearch(this.#forms);
    const replacements: Replacement[] = [];
    for (let decoded: DecodedText | undefined = asSent(text); decoded; decoded = decode(decoded)) {
      const { origin } = decoded;
      for (const { start, end, placeholder } of joined(
        this.#search.occurrences(decoded.text),
        decoded.text,
      )) {
        replacements.push({ start: origin(start), end: origin(end), placeholder });
      }
    }
    return replacements;
  }

  #placeholder({ secret, kind, name }: FoundSecret): string {
    const identity = fullyDecoded(secret).replaceAll('+', ' ');
    let known = this.#secrets.get(identity);
    if (known === undefined) {
      const number = (this.#numbers.get(kind) ?? 0) + 1;
      this.#numbers.set(kind, number);
      known = { placeholder: `‹redacted: ${kind} ${number}›`, names: new Set() };
      this.#secrets.set(identity, known);
    }
    if (name !== undefined && name.length > 2) known.names.add(name.toLowerCase());
    this.#addForms(secret, known.placeholder);
    if (kind === 'authorization') {
      for (const part of basicCredentials(secret)) this.#addForms(part, known.placeholder);
    }
    if (kind === 'credentials') this.#addForms(secret.slice(secret.indexOf(':') + 1), known.placeholder);
    return known.placeholder;
  }

  #addForms(secret: string, placeholder: string): void {
    if (this.overflowed || this.#known.has(secret)) return;
    this.#known.add(secret);
    for (const form of secretForms(secret)) {
      const { text, isStart } = form;
      if (this.#forms.has(text)) continue;
      this.#forms.set(text, { placeholder, isStart });
      this.#units += Math.min(text.length, LONGEST_PREFIX);
    }
    this.overflowed = this.#units > MOST_UNITS;
  }
}

/** Joins the occurrences that overlap the one before: a text that overlaps itself may occur at every character. */
function* joined(
  occurrences: Iterable<Occurrence<Form>>,
  text: string,
): Generator<Replacement, void, undefined> {
  let last: Replacement | undefined;
  for (const { start, end, value } of occurrences) {
    const { placeholder, isStart } = value;
    const before =
      last?.placeholder === placeholder && last.start <= start && start < last.end ? last : undefined;
    if (before && end <= before.end) continue;
    if (last && !before) yield last;
    last = { start: before?.start ?? start, end: isStart ? base64End(text, end) : end, placeholder };
  }
  if (last) yield last;
}

/** Past the digits of Base64 from `start` on, and their padding. */
function base64End(text: string, start: number): number {
  const digits = /[\w+/-]*={0,2}/y;
  digits.lastIndex = start;
  digits.test(text);
  return digits.lastIndex;
}
