/** Every secret in a text, under every encoding, by name and by shape. */
import { asSent, type DecodedText, decode } from './decodedText.ts';
import type { Finding, Span } from './headerSecrets.ts';
import { type Context, findInHeaderLines, findInJson, findInMultipart, findInPairs } from './namedSecrets.ts';
import { parseRawRequest } from './rawHttp.ts';
import type { SecretNames } from './secretNames.ts';
import {
  findCardNumbers,
  findEmails,
  findLongTokens,
  findTokens,
  findUrlCredentials,
} from './shapedSecrets.ts';

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

type Finder = (text: string) => Iterable<Finding>;

const alwaysShaped: readonly Finder[] = [findUrlCredentials, findTokens];

export class SecretFinder {
  readonly names: SecretNames;
  readonly #shaped: readonly Finder[];

  constructor(names: SecretNames, optional: OptionalSecrets) {
    this.names = names;
    this.#shaped = [
      ...alwaysShaped,
      ...(optional.cardNumbers ? [findCardNumbers] : []),
      ...(optional.emails ? [findEmails] : []),
      ...(optional.longTokens ? [findLongTokens] : []),
    ];
  }

  /** The secrets of a text. None lies inside another; they ascend within a finder only. */
  find(text: string, context: 'query' | 'text'): readonly FoundSecret[] {
    if (!this.#mayHold(text)) return [];
    const found = new FoundSecrets(text);
    this.#findInRegion(text, 0, text.length, context, found, true);
    return found.all;
  }

  /** Whether a text has any sign by which a name, a shape or an encoding is known; most texts have none. */
  #mayHold(text: string): boolean {
    return this.#shaped.length > alwaysShaped.length || /[=:%\\]|eyJ/.test(text);
  }

  /** The secrets of a request's raw text, or of a request line. */
  findInRequest(rawData: string): readonly FoundSecret[] {
    const found = new FoundSecrets(rawData);
    const { parses, targetStart, targetEnd, bodyOffset } = parseRawRequest(rawData);
    this.#findInRegion(rawData, targetStart, targetEnd, 'query', found);
    if (!parses) this.#findInRegion(rawData, 0, rawData.length, bodyContext(rawData, 0), found);
    this.#findInRegion(rawData, 0, bodyOffset, 'text', found);
    this.#findInRegion(rawData, bodyOffset, rawData.length, bodyContext(rawData, bodyOffset), found);
    return found.all;
  }

  #findInRegion(
    whole: string,
    from: number,
    to: number,
    context: Context,
    found: FoundSecrets,
    isProse = false,
  ): void {
    if (from >= to) return;
    const finders: Finder[] = [
      (text) => findInHeaderLines(text, this.names, isProse),
      (text) => findInMultipart(text, this.names),
      (text) => findInJson(text, this.names),
      (text) => findInPairs(text, this.names, context),
      ...this.#shaped,
    ];
    let decoded: DecodedText | undefined = asSent(whole.slice(from, to));
    while (decoded !== undefined) {
      const { origin } = decoded;
      let { text } = decoded;
      for (const finder of finders) {
        text = masked(
          text,
          found.add(finder(text), (offset) => from + origin(offset)),
        );
      }
      decoded = decode({ ...decoded, text });
    }
  }
}

/** A body that is no form by its look is read as text, whatever its Content-Type says. */
function bodyContext(rawData: string, bodyOffset: number): Context {
  return /^\s*(?:[[{<"]|--)/.test(rawData.slice(bodyOffset, bodyOffset + 1024)) ? 'text' : 'form';
}

/** The text without what was found, at its length: a secret may hold the signs by which others are found. */
function masked(text: string, findings: readonly Span[]): string {
  if (findings.length === 0) return text;
  let end = 0;
  const pieces: string[] = [];
  for (const span of mergeSpans(findings)) {
    pieces.push(text.slice(end, span.start), 'x'.repeat(span.end - span.start));
    end = span.end;
  }
  return pieces.join('') + text.slice(end);
}

class FoundSecrets {
  all: readonly FoundSecret[] = [];
  readonly #sent: string;
  /** Disjoint and ascending. */
  #covered: readonly Span[] = [];

  constructor(sent: string) {
    this.#sent = sent;
  }

  /** Adds one finder's findings, but for those inside earlier ones, and gives back all. */
  add(findings: Iterable<Finding>, origin: (offset: number) => number): Finding[] {
    const given = [...findings];
    const added: FoundSecret[] = [];
    for (const finding of given) {
      const [start, end] = [origin(finding.start), origin(finding.end)];
      if (this.#covers(start, end)) continue;
      added.push({ ...finding, start, end, secret: this.#sent.slice(start, end) });
    }
    if (added.length > 0) {
      this.all = this.all.concat(added);
      this.#covered = mergeSpans([...this.#covered, ...added]);
    }
    return given;
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
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
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
