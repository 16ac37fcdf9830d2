/** Every secret in a text, under every encoding, by name and by shape. */

import { parseRawRequest } from '../http/rawHttp.ts';
import { ServiceError } from '../service/errors.ts';
import { asSent, type DecodedText, decode } from './decodedText.ts';
import type { Finding, Span } from './headerGrammar.ts';
import { type Context, findInHeaderLines, findInJson, findInMultipart, findInPairs } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';
import {
  findCardNumbers,
  findEmails,
  findLongTokens,
  findTokens,
  findUrlCredentials,
} from './shapedSecrets.ts';
import { findInXml } from './xmlSecrets.ts';

/** Classes that are searched for only when asked, because they can erase the attack. */
export interface OptionalSecrets {
  readonly emails: boolean;
  readonly longTokens: boolean;
  readonly cardNumbers: boolean;
}

/** A secret as found: where it is in the text as sent, and how it reads there. */
export interface FoundSecret extends Finding {
  readonly secret: string;
}

type Finder = (text: string) => readonly Finding[];

/** What is asked of a text, one after the other. */
type FindersOf = Readonly<Record<Context, readonly Finder[]>>;

const alwaysShaped: readonly Finder[] = [findUrlCredentials, findTokens];

export class SecretFinder {
  readonly names: SecretNames;
  readonly #shaped: readonly Finder[];
  readonly #inProse: FindersOf;
  readonly #inRequests: FindersOf;

  constructor(names: SecretNames, optional: OptionalSecrets) {
    this.names = names;
    this.#shaped = [
      ...alwaysShaped,
      ...(optional.cardNumbers ? [findCardNumbers] : []),
      ...(optional.emails ? [findEmails] : []),
      ...(optional.longTokens ? [findLongTokens] : []),
    ];
    this.#inProse = this.#findersOf(true);
    this.#inRequests = this.#findersOf(false);
  }

  /** The secrets of a text. None lies inside another; they ascend within a finder only. */
  find(text: string, context: 'query' | 'text'): readonly FoundSecret[] {
    if (!this.#mayHold(text)) return [];
    const found = new FoundSecrets(text);
    findInRegion(text, 0, text.length, this.#inProse[context], found);
    return found.all;
  }

  /** Whether a text has any sign by which a name, a shape or an encoding is known; most texts have none. */
  #mayHold(text: string): boolean {
    return this.#shaped.length > alwaysShaped.length || /[=:%<\\]|eyJ/.test(text);
  }

  /** The secrets of a request's raw text, or of a request line. */
  findInRequest(rawData: string): readonly FoundSecret[] {
    const found = new FoundSecrets(rawData);
    const { parses, targetStart, targetEnd, bodyOffset } = parseRawRequest(rawData);
    const { query, text } = this.#inRequests;
    findInRegion(rawData, targetStart, targetEnd, query, found);
    if (!parses) findInRegion(rawData, 0, rawData.length, this.#inBody(rawData, 0), found);
    findInRegion(rawData, 0, bodyOffset, text, found);
    findInRegion(rawData, bodyOffset, rawData.length, this.#inBody(rawData, bodyOffset), found);
    return found.all;
  }

  /** A body that is no form by its look is read as text, whatever its Content-Type says. */
  #inBody(rawData: string, bodyOffset: number): readonly Finder[] {
    const { form, text } = this.#inRequests;
    return /^\s*(?:[[{<"]|--)/.test(rawData.slice(bodyOffset, bodyOffset + 1024)) ? text : form;
  }

  #findersOf(isProse: boolean): FindersOf {
    const findersIn = (context: Context): readonly Finder[] => [
      (text) => findInHeaderLines(text, this.names, isProse),
      (text) => findInMultipart(text, this.names),
      (text) => findInJson(text, this.names),
      (text) => findInXml(text, this.names),
      (text) => findInPairs(text, this.names, context),
      ...this.#shaped,
    ];
    return { query: findersIn('query'), form: findersIn('form'), text: findersIn('text') };
  }
}

function findInRegion(
  whole: string,
  from: number,
  to: number,
  finders: readonly Finder[],
  found: FoundSecrets,
): void {
  if (from >= to) return;
  let decoded: DecodedText | undefined = asSent(whole.slice(from, to));
  while (decoded !== undefined) {
    const { origin } = decoded;
    let { text } = decoded;
    for (const finder of finders) {
      const findings = finder(text);
      if (findings.length === 0) continue;
      found.add(findings, (offset) => from + origin(offset));
      text = masked(text, findings);
    }
    decoded = decode({ ...decoded, text });
  }
}

/** The text without what was found, at its length: a secret may hold the signs by which others are found. */
function masked(text: string, findings: readonly Span[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const span of mergeSpans(findings)) {
    pieces.push(text.slice(end, span.start), 'x'.repeat(span.end - span.start));
    end = span.end;
  }
  return pieces.join('') + text.slice(end);
}

/** Secrets of one text that are redacted. With more, none is: what was left would leave the editor. */
export const SECRETS_LIMIT = 250_000;

class FoundSecrets {
  all: readonly FoundSecret[] = [];
  readonly #sent: string;
  /** Disjoint and ascending. */
  #covered: readonly Span[] = [];

  constructor(sent: string) {
    this.#sent = sent;
  }

  /**
   * Adds one finder's findings, but for those inside earlier ones.
   *
   * @throws ServiceError `out-of-memory` beyond `SECRETS_LIMIT`
   */
  add(findings: readonly Finding[], origin: (offset: number) => number): void {
    if (this.all.length + findings.length > SECRETS_LIMIT) {
      throw new ServiceError('out-of-memory', 'The log holds too many secrets to redact.', {
        expected: `at most ${SECRETS_LIMIT.toLocaleString('en')} secrets to redact`,
      });
    }
    const added: FoundSecret[] = [];
    for (const finding of findings) {
      const [start, end] = [origin(finding.start), origin(finding.end)];
      if (this.#covers(start, end)) continue;
      added.push({ ...finding, start, end, secret: this.#sent.slice(start, end) });
    }
    if (added.length === 0) return;
    this.all = this.all.concat(added);
    this.#covered = mergeSpans([...this.#covered, ...added]);
  }

  #covers(start: number, end: number): boolean {
    let [low, high] = [0, this.#covered.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#covered[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const before = this.#covered[low - 1];
    return before !== undefined && end <= before.end;
  }
}

/** Joins spans that overlap; the value of the longest of them stands for all. Ascending, disjoint. */
export function mergeSpans<T extends Span>(spans: readonly T[]): T[] {
  const merged: T[] = [];
  let longest = 0;
  for (const span of ascending(spans)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      longest = span.end - span.start;
      continue;
    }
    const length = span.end - span.start;
    const value = length > longest ? span : last;
    longest = Math.max(longest, length);
    merged[merged.length - 1] = { ...value, start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

function ascending<T extends Span>(spans: readonly T[]): readonly T[] {
  const isSorted = spans.every(({ start }, index) => start >= (spans[index - 1]?.start ?? 0));
  return isSorted ? spans : spans.toSorted((one, other) => one.start - other.start);
}
