/** A corpus of logged requests for measuring redaction, written without knowledge of the redaction rules. */
import type { LogRow } from '../../../../src/service/model.ts';
import { spellingsOf } from './spellings.ts';

/** A logged request with one known secret. */
export interface SecretCase {
  readonly class: string;
  /** Unique within the corpus. */
  readonly name: string;
  /** The decoded secret. */
  readonly secret: string;
  /** Other spellings of the secret that must not appear either, such as its encoded form in `raw`. */
  readonly also?: readonly string[];
  /** The raw HTTP request with CRLF; empty if the log has none. */
  readonly raw: string;
  readonly row?: Partial<LogRow>;
  /** The URL of the documentation of the format. */
  readonly source: string;
}

/** The optional parts of a case. */
interface More {
  readonly also?: readonly string[];
  readonly row?: Partial<LogRow>;
}

/** A secret case in short form; its request is created from its secret. */
type SecretEntry = readonly [
  name: string,
  secret: string,
  raw: (secret: string) => string,
  more?: (secret: string) => More,
];

/**
 * Returns the secret cases of one class and source. Common encodings of a secret in its request or row are added to
 * `also`.
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

/** Returns the texts among the fields of `row`. */
export function rowTexts(row: Partial<LogRow> | undefined): readonly string[] {
  return Object.values(row ?? {}).filter((value) => typeof value === 'string');
}
