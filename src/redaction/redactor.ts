/** Replaces secrets by numbered placeholders, the same secret by the same one in all texts of a report. */
import { asSent, type DecodedText, decode, fullyDecoded } from './decodedText.ts';
import type { Edit } from './edits.ts';
import { type FoundSecret, mergeSpans } from './findSecrets.ts';
import type { Span } from './headerGrammar.ts';
import { LONGEST_PREFIX, type Occurrence, StringSearch } from './occurrences.ts';
import { PLACEHOLDER_START, withForeignMarked } from './placeholders.ts';
import { RecurrenceSearch } from './recurrences.ts';
import { base64Forms, basicCredentials, plainForms, recurringTexts } from './secretForms.ts';
import type { SecretKind } from './secretNames.ts';

interface Secret {
  /** `‹redacted: cookie 1›` */
  readonly placeholder: string;
  /** Lower case: of the headers, parameters and fields it was found in. */
  readonly names: Set<string>;
}

export interface Replacement extends Span {
  readonly placeholder: string;
  /** True for a value that is hidden by its place, not for a secret. */
  readonly isHidden?: boolean;
}

/** What a form in Base64 that is searched for stands for. */
interface Form {
  readonly placeholder: string;
  /** See `Base64Form`. */
  readonly isStart: boolean;
}

/** Units of all forms in Base64, about, which bounds the memory for a log of nothing but secrets. */
const MOST_UNITS = 1_000_000;

/** First every text's secrets are added, then every text is rewritten. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>();
  readonly #numbers = new Map<SecretKind, number>();
  /** Texts that are looked for again as words of their own. */
  readonly #words = new RecurrenceSearch<string>();
  /** Forms in Base64, which stand amid other digits. */
  readonly #forms = new Map<string, Form>();
  /** Texts whose forms were added. */
  readonly #known = new Set<string>();
  #units = 0;
  #search: StringSearch<Form> | undefined;
  /** Texts that were not searched for in Base64, because there are too many. */
  withoutBase64 = 0;

  /** Whether a text looked like a placeholder before it was rewritten. */
  foreignPlaceholders = false;

  /** How many different secrets were found. */
  get count(): number {
    return this.#secrets.size;
  }

  /** How many different secrets of each kind were found. */
  get counts(): ReadonlyMap<SecretKind, number> {
    return this.#numbers;
  }

  /** Texts that were not searched for at all, because too many begin alike. */
  get notSearched(): number {
    return this.#words.left;
  }

  /** Adds the secrets found in a text and gives what is to be replaced where they were found. */
  add(found: readonly FoundSecret[]): Replacement[] {
    return found.map((finding) => ({
      start: finding.start,
      end: finding.end,
      placeholder: this.#placeholder(finding),
    }));
  }

  /**
   * The text with `own` replaced, and every other occurrence of a secret, in whatever encoding. What is changed goes into
   * `edits`.
   *
   * @param searched the same text, with hidden values masked
   */
  rewrite(text: string, own: readonly Replacement[], edits?: Edit[], searched = text): string {
    const replacements = [...own, ...this.#further(searched)];
    if (replacements.length === 0) return this.#marked(text, 0, edits);
    const pieces: string[] = [];
    let end = 0;
    for (const replacement of mergeSpans(replacements)) {
      const { start, placeholder, isHidden = false } = replacement;
      pieces.push(this.#marked(text.slice(end, start), end, edits), placeholder);
      end = replacement.end;
      edits?.push({ start, end, length: placeholder.length, ...(!isHidden && { placeholder }) });
    }
    return pieces.join('') + this.#marked(text.slice(end), end, edits);
  }

  /** Placeholders of the secrets whose names are words of the text, in the order of their numbers. */
  placeholdersNamedBy(text: string): string[] {
    const words = new Set(text.toLowerCase().match(/[\w.-]+/g));
    const named = [...this.#secrets.values()].filter(({ names }) =>
      [...names].some((name) => words.has(name)),
    );
    return named.map(({ placeholder }) => placeholder);
  }

  #marked(text: string, offset: number, edits: Edit[] | undefined): string {
    const marked = withForeignMarked(text, (start, end, length) =>
      edits?.push({ start: offset + start, end: offset + end, length }),
    );
    this.foreignPlaceholders ||= marked !== text;
    return marked;
  }

  #further(text: string): Replacement[] {
    if (this.#words.size === 0) return [];
    this.#search ??= new StringSearch(this.#forms);
    const replacements: Replacement[] = [];
    for (let decoded: DecodedText | undefined = asSent(text); decoded; decoded = decode(decoded)) {
      const { origin } = decoded;
      for (const { start, end, value } of this.#words.in(decoded.text)) {
        replacements.push({ start: origin(start), end: origin(end), placeholder: value });
      }
      for (const { start, end, placeholder } of joined(
        this.#search.occurrences(decoded.text),
        decoded.text,
      )) {
        replacements.push({ start: origin(start), end: origin(end), placeholder });
      }
    }
    return replacements;
  }

  #placeholder({ secret, plain = secret, kind, name }: FoundSecret): string {
    const identity = fullyDecoded(plain).replaceAll('+', ' ');
    let known = this.#secrets.get(identity);
    if (known === undefined) {
      const number = (this.#numbers.get(kind) ?? 0) + 1;
      this.#numbers.set(kind, number);
      known = { placeholder: `${PLACEHOLDER_START}${kind} ${number}›`, names: new Set() };
      this.#secrets.set(identity, known);
    }
    if (name !== undefined && name.length > 2) known.names.add(name.toLowerCase());
    const { placeholder } = known;
    for (const text of recurringTexts(plain, kind)) this.#addForms(text, placeholder);
    const parts =
      kind === 'authorization'
        ? basicCredentials(plain)
        : kind === 'credentials'
          ? [plain.slice(plain.indexOf(':') + 1)]
          : [];
    for (const part of parts) {
      for (const text of recurringTexts(part, kind)) this.#addForms(text, placeholder);
    }
    return placeholder;
  }

  #addForms(secret: string, placeholder: string): void {
    if (this.#known.has(secret)) return;
    this.#known.add(secret);
    for (const plain of plainForms(secret)) {
      // A plus at either end may be a space, and a colon the end of a name: both are the text's around it then.
      this.#words.add(plain.replace(/^[\s:]{1,20}/, '').trim(), placeholder);
      if (this.#units > MOST_UNITS) {
        this.withoutBase64++;
        continue;
      }
      for (const { text, isStart } of base64Forms(plain)) {
        if (this.#forms.has(text)) continue;
        this.#forms.set(text, { placeholder, isStart });
        this.#units += Math.min(text.length, LONGEST_PREFIX);
      }
    }
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
