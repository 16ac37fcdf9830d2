/**
 * Replaces secrets with numbered placeholders. The same secret gets the same placeholder in all strings of a report.
 */

import { base64End } from '../http/decode/base64.ts';
import { MappedText } from '../http/decode/mappedText.ts';
import { RecurrenceSearch } from '../text/recurrences.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { base64Forms } from './base64Forms.ts';
import { type ChosenValues, valueId } from './choices.ts';
import type { Edit } from './edits.ts';
import type { Finding } from './headerGrammar.ts';
import { fullyDecoded, levelsOf, readings } from './levels.ts';
import { PLACEHOLDER_START, withForeignMarked } from './placeholders.ts';
import type { PlaceholderTags } from './placeholderTags.ts';
import { basicCredentials, recurringTexts } from './secretForms.ts';
import type { SecretKind } from './secretNames.ts';

interface Secret {
  /** `‹redacted: cookie 1›` */
  readonly placeholder: string;
  /** Its ID (`valueId`); empty if placeholders are not tagged and no values are chosen. */
  readonly id: string;
  /** True if the user chose to show it. */
  readonly isShown: boolean;
}

export interface RedactorOptions {
  readonly chosen?: ChosenValues | undefined;
  /** Tags the placeholders in the rewritten strings. */
  readonly tags?: PlaceholderTags | undefined;
}

export interface Replacement extends Span {
  readonly placeholder: string;
  /** The ID of a secret. */
  readonly id?: string;
  /** True for a value that is hidden because of its position and is not a secret. */
  readonly isHidden?: boolean;
}

/** The replacement for another occurrence of a secret. */
interface Form {
  readonly secret: Secret;
  /** See `Base64Form`. */
  readonly isStart: boolean;
}

/**
 * Approximate maximum total length of all Base64 forms, in units, which limits memory use for a log full of secrets.
 */
const MOST_UNITS = 1_000_000;

/** Replaces the secrets in strings. All secrets must be added before the first string is rewritten. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>();
  readonly #numbers = new Map<SecretKind, number>();
  /** The secrets by the names of the headers, parameters, and fields that contain them, in lowercase. */
  readonly #named = new Map<string, Secret[]>();
  /** Strings that are searched for as separate words, and their Base64 forms, which can occur inside longer Base64. */
  readonly #recurring = new RecurrenceSearch<Form>();
  /** Strings whose forms have been added. */
  readonly #known = new Set<string>();
  #units = 0;
  /** Number of strings that were not searched for in Base64, because there are too many. */
  withoutBase64 = 0;

  readonly #options: RedactorOptions;

  constructor(options: RedactorOptions) {
    this.#options = options;
  }

  /** True if a string contained something that looked like a placeholder before it was rewritten. */
  foreignPlaceholders = false;

  /** Number of distinct secrets that are replaced. */
  get count(): number {
    return [...this.#secrets.values()].filter(({ isShown }) => !isShown).length;
  }

  /** Number of strings that were not searched for because too many have the same start. */
  get notSearched(): number {
    return this.#recurring.left;
  }

  /** Adds the secrets found in a string and returns their replacements. */
  add(text: string, found: readonly Finding[]): Replacement[] {
    return found.flatMap(({ start, end, plain, kind, name }) => {
      const secret = text.slice(start, end);
      const known = this.#secretOf(plain ?? secret, kind, name);
      if (known.isShown) {
        this.#options.tags?.addShown(secret, known.id);
        return [];
      }
      // The text might be encoded only in part.
      if (plain !== undefined) this.#addTexts(recurringTexts(secret, kind), known);
      return { start, end, placeholder: known.placeholder, id: known.id };
    });
  }

  /**
   * Returns the text with `own` and every other occurrence of a secret replaced, in any encoding. Adds the changes to
   * `edits`.
   * @param searched the same text with hidden values masked
   */
  rewrite(text: string, own: readonly Replacement[], edits?: Edit[], searched = text): string {
    const replacements = [...own, ...this.#further(searched)];
    const pieces: string[] = [];
    let end = 0;
    for (const replacement of mergeSpans(replacements)) {
      const { start, placeholder, isHidden = false } = replacement;
      pieces.push(this.#marked(text.slice(end, start), end, edits));
      end = replacement.end;
      pieces.push(this.#tagged(text.slice(start, end), replacement));
      edits?.push({ start, end, length: placeholder.length, ...(!isHidden && { placeholder }) });
    }
    return pieces.join('') + this.#marked(text.slice(end), end, edits);
  }

  /** Returns the placeholders of the secrets whose names occur as words in the text, in numerical order. */
  placeholdersNamedBy(text: string): string[] {
    const words = new Set(text.toLowerCase().match(/[\w.-]+/g));
    const named = new Set([...words].flatMap((word) => this.#named.get(word) ?? []));
    return [...this.#secrets.values()].flatMap((each) => (named.has(each) ? each.placeholder : []));
  }

  /** Returns the placeholder of a value, with its tag if placeholders are tagged. */
  #tagged(value: string, { placeholder, isHidden, id = valueId(value) }: Replacement): string {
    const { tags, chosen } = this.#options;
    if (tags === undefined) return placeholder;
    return tags.tagged(placeholder, { id, isSecret: !isHidden, isKey: chosen?.isKey(id) ?? false });
  }

  #marked(text: string, offset: number, edits: Edit[] | undefined): string {
    const marked = withForeignMarked(text, (start, end, length) =>
      edits?.push({ start: offset + start, end: offset + end, length }),
    );
    this.foreignPlaceholders ||= marked !== text;
    return marked;
  }

  #further(text: string): Replacement[] {
    const replacements: Replacement[] = [];
    if (this.#recurring.isEmpty) return replacements;
    for (const level of levelsOf(MappedText.raw(text))) {
      for (const { start, end, value } of this.#recurring.in(level.text)) {
        const { secret, isStart } = value;
        const whole = level.toRaw({ start, end: isStart ? base64End(level.text, end) : end });
        replacements.push({ ...whole, placeholder: secret.placeholder, id: secret.id });
      }
    }
    return replacements;
  }

  #secretOf(plain: string, kind: SecretKind, name?: string): Secret {
    const decoded = fullyDecoded(plain);
    const identity = decoded.replaceAll('+', ' ');
    let known = this.#secrets.get(identity);
    if (known === undefined) {
      const number = (this.#numbers.get(kind) ?? 0) + 1;
      this.#numbers.set(kind, number);
      const isTraced = this.#options.tags !== undefined || this.#options.chosen !== undefined;
      const id = isTraced ? valueId(plain) : '';
      const isShown = this.#options.chosen?.isShown(id) ?? false;
      const placeholder = `${PLACEHOLDER_START}${kind} ${number}›`;
      known = { placeholder, id, isShown };
      this.#secrets.set(identity, known);
    }
    if (name !== undefined && name.length > 2) this.#addName(name.toLowerCase(), known);
    if (known.isShown) return known;
    this.#addTexts(recurringTexts(plain, kind, decoded), known);
    const parts =
      kind === 'authorization'
        ? basicCredentials(plain)
        : kind === 'credentials'
          ? [plain.slice(plain.indexOf(':') + 1)]
          : [];
    for (const part of parts) this.#addTexts(recurringTexts(part, kind), known);
    return known;
  }

  #addName(name: string, secret: Secret): void {
    const named = this.#named.get(name);
    if (named === undefined) this.#named.set(name, [secret]);
    else if (named.at(-1) !== secret) named.push(secret);
  }

  #addTexts(texts: readonly string[], secret: Secret): void {
    for (const text of texts) if (!this.#known.has(text)) this.#addForms(text, secret);
  }

  #addForms(sent: string, secret: Secret): void {
    this.#known.add(sent);
    for (const plain of readings(sent)) {
      // A plus sign at either end can represent a space, and a colon can end a name. Both then belong to the
      // surrounding text.
      this.#recurring.add(plain.replace(/^[\s:]{1,20}/, '').trim(), { secret, isStart: false });
      if (this.#units > MOST_UNITS) {
        this.withoutBase64++;
        continue;
      }
      for (const { text, isStart } of base64Forms(plain)) {
        this.#recurring.add(text, { secret, isStart }, false);
        this.#units += text.length;
      }
    }
  }
}
