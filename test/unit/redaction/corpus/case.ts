/** A corpus of logged requests that measures redaction, written without a look at the rules of redaction. */
import type { LogRow } from '../../../../src/service/model.ts';
import { spellingsOf } from './spellings.ts';

/** A logged request that holds one known secret. */
export interface SecretCase {
  readonly class: string;
  /** Unique in the corpus. */
  readonly name: string;
  /** The secret as its owner knows it, decoded. */
  readonly secret: string;
  /** Other spellings of the secret that must not appear either, such as its encoded form in `raw`. */
  readonly also?: readonly string[];
  /** The raw HTTP request with CRLF; empty when the log has none. */
  readonly raw: string;
  readonly row?: Partial<LogRow>;
  /** Documentation of the format: an address. */
  readonly source: string;
}

/** A logged request without a secret, whose texts look like one or stand beside one. */
export interface LookAlikeCase {
  readonly class: string;
  /** Unique in the corpus. */
  readonly name: string;
  /** Texts of `raw` or `row` that must survive unchanged. */
  readonly keep: readonly string[];
  /** The raw HTTP request with CRLF; empty when the log has none. */
  readonly raw: string;
  readonly row?: Partial<LogRow>;
  /** Documentation of the format: an address. */
  readonly source: string;
}

/** What a case has beside its secret and its request. */
interface More {
  readonly also?: readonly string[];
  readonly row?: Partial<LogRow>;
}

/** A secret case in short: its request is made from its secret. */
type SecretEntry = readonly [
  name: string,
  secret: string,
  raw: (secret: string) => string,
  more?: (secret: string) => More,
];

/** A look-alike in short. */
type LookAlikeEntry = readonly [name: string, keep: readonly string[], raw: string, row?: Partial<LogRow>];

/**
 * The secret cases of one class and one source. Common encodings of a secret that its request or row holds are added
 * to `also`.
 */
export function secrets(
  className: string,
  source: string,
  entries: readonly SecretEntry[],
): readonly SecretCase[] {
  return entries.map(([name, secret, makeRaw, makeMore]) => {
    const raw = makeRaw(secret);
    const { also = [], row } = makeMore?.(secret) ?? {};
    const texts = [raw, ...rowTexts(row)];
    const found = spellingsOf(secret).filter((spelling) => texts.some((text) => text.includes(spelling)));
    const others = [...new Set([...also, ...found])].filter((spelling) => spelling !== secret);
    return {
      class: className,
      name,
      secret,
      ...(others.length > 0 && { also: others }),
      raw,
      ...(row && { row }),
      source,
    };
  });
}

/** The look-alike cases of one class and one source. */
export function lookAlikes(
  className: string,
  source: string,
  entries: readonly LookAlikeEntry[],
): readonly LookAlikeCase[] {
  return entries.map(([name, keep, raw, row]) => ({
    class: className,
    name,
    keep,
    raw,
    ...(row && { row }),
    source,
  }));
}

/** The texts among the fields of `row`. */
export function rowTexts(row: Partial<LogRow> | undefined): readonly string[] {
  return Object.values(row ?? {}).filter((value) => typeof value === 'string');
}
