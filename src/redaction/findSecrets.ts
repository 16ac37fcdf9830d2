/** Every secret in a text, under every encoding, by name and by shape. */

import { ServiceError } from '../base/errors.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import { message } from '../text/l10n.ts';
import { findChosenSecrets } from './chosenSecrets.ts';
import { findInConfiguration } from './configuration.ts';
import { asSent, type DecodedText, decode } from './decodedText.ts';
import { embeddedTexts, withoutChunks } from './embeddedTexts.ts';
import type { Finding, Span } from './headerGrammar.ts';
import { findInHeaderLines } from './headerLines.ts';
import { type Context, findInJson, findInMultipart, findInPairs, findSentCodes } from './namedSecrets.ts';
import { findPairedMembers } from './pairedMembers.ts';
import { findInPaths } from './pathSecrets.ts';
import { findByPosition } from './positional.ts';
import type { SecretNames } from './secretNames.ts';
import {
  findCardNumbers,
  findEmails,
  findLongTokens,
  findTokens,
  findUrlCredentials,
} from './shapedSecrets.ts';
import { MASK, survivingAttack } from './survivingAttack.ts';
import { findInTables } from './tables.ts';
import { findByShape } from './tokenShapes.ts';
import { findInXml, findInXmlRpc } from './xmlSecrets.ts';

/** Classes that are searched for only when asked, because they can erase the attack. */
export interface OptionalSecrets {
  readonly emails: boolean;
  readonly longTokens: boolean;
  readonly cardNumbers: boolean;
  /** Addresses of clients, in the headers that carry them and wherever they occur again. */
  readonly addresses: boolean;
}

/** A secret as found: where it is in the text as sent, and how it reads there. */
export interface FoundSecret extends Finding {
  readonly secret: string;
  /** What it says, where it stands in a text that is encoded as a whole. */
  readonly plain?: string;
}

interface Finder {
  /** @param isDecoded whether the text is that of a level that was decoded */
  (text: string, isDecoded: boolean): readonly Finding[];
  /** Whether it knows its grammar by a few signs only: what overlaps an earlier finding is none of its own. */
  readonly isLoose?: boolean;
}

function loose(find: (text: string) => readonly Finding[]): Finder {
  return Object.assign((text: string) => find(text), { isLoose: true });
}

/** What is asked of a text, one after the other. */
type FindersOf = Readonly<Record<Context | 'head', readonly Finder[]>>;

/** Units of a target that say what a request is for. */
const LONGEST_TARGET = 1024;

const alwaysShaped: readonly Finder[] = [findUrlCredentials, findTokens, findByShape];

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

  /**
   * The secrets of a text. None lies inside another; they ascend within a finder only.
   *
   * @param context where the text stands: in a target, in prose, or in what a rule matched
   * @param matched what the rule matched, in lower case
   */
  find(
    text: string,
    context: 'query' | 'text' | 'value',
    matched: readonly string[] = [],
  ): readonly FoundSecret[] {
    if (!this.#mayHold(text)) return [];
    const found = new FoundSecrets(text, matched);
    const finders = context === 'text' ? this.#inProse : this.#inRequests;
    if (context === 'query') findInRegion(text, 0, text.length, finders.query, found);
    findInRegion(text, 0, text.length, finders.text, found);
    return found.all;
  }

  /** Whether a text has any sign by which a name, a shape or an encoding is known; most texts have none. */
  #mayHold(text: string): boolean {
    return this.#shaped.length > alwaysShaped.length || /[=:%<\\/\d]|[\w-]{16}/.test(text);
  }

  /** The secrets of a request's raw text, or of a request line. */
  findInRequest(rawData: string, matched: readonly string[] = []): readonly FoundSecret[] {
    const { parses, targetStart, targetEnd, bodyOffset } = parseRawRequest(rawData);
    const found = new FoundSecrets(rawData, matched, parses ? { targetEnd, bodyOffset } : undefined);
    const { query, text, head } = this.#inRequests;
    const target = rawData.slice(targetStart, Math.min(targetEnd, targetStart + LONGEST_TARGET));
    const inBody = [...this.#inBody(rawData, bodyOffset), (body: string) => findSentCodes(body, target)];
    findInRegion(rawData, targetStart, targetEnd, query, found);
    if (!parses) findInRegion(rawData, 0, rawData.length, this.#inBody(rawData, 0), found);
    // The target by itself: what is found in it decoded, such as a header line of its own, ends with it.
    findInRegion(rawData, targetStart, targetEnd, text, found);
    findInRegion(rawData, targetEnd, bodyOffset, head, found);
    findInChunks(rawData, bodyOffset, inBody, found);
    findInRegion(rawData, bodyOffset, rawData.length, inBody, found);
    return found.all;
  }

  /** A body that is no form by its look is read as text, whatever its Content-Type says. */
  #inBody(rawData: string, bodyOffset: number): readonly Finder[] {
    const { form, text } = this.#inRequests;
    return /^\s*(?:[[{<"]|--)/.test(rawData.slice(bodyOffset, bodyOffset + 1024)) ? text : form;
  }

  #findersOf(isProse: boolean): FindersOf {
    const findersIn = (context: Context, isHead = false): readonly Finder[] => [
      (text) => findInHeaderLines(text, this.names, { isProse, isHead }),
      (text) => findInMultipart(text, this.names),
      (text) => findInJson(text, this.names),
      (text) => findPairedMembers(text, this.names),
      (text) => findInXml(text, this.names),
      findInXmlRpc,
      (text) => findByPosition(text, this.names),
      (text, isDecoded) => findInPairs(text, this.names, context, isDecoded),
      loose((text) => findInTables(text, this.names)),
      loose((text) => findInConfiguration(text, this.names, isProse)),
      loose((text) => findInPaths(text, this.names)),
      loose((text) => findChosenSecrets(text, this.names)),
      ...this.#shaped,
    ];
    return {
      query: findersIn('query'),
      form: findersIn('form'),
      text: findersIn('text'),
      head: findersIn('text', true),
    };
  }
}

function findInRegion(
  whole: string,
  from: number,
  to: number,
  finders: readonly Finder[],
  found: FoundSecrets,
): void {
  if (from < to)
    findInLayers(whole.slice(from, to), finders, found, (offset) => from + offset, MOST_EMBEDDED);
}

/** Encodings of whole texts inside each other, such as Base64 in Base64. */
const MOST_EMBEDDED = 2;

/** Searches a text, what it says decoded, and the texts that are embedded in it as a whole. */
function findInLayers(
  sent: string,
  finders: readonly Finder[],
  found: FoundSecrets,
  toSent: (offset: number) => number,
  deeper: number,
): void {
  let decoded: DecodedText | undefined = asSent(sent);
  while (decoded !== undefined) {
    const { origin } = decoded;
    let text: string = decoded.text;
    const toWhole = (offset: number) => toSent(origin(offset));
    for (const finder of finders) {
      const findings = finder(text, decoded.depth > 0)
        .filter(({ start, end }) => !finder.isLoose || !found.overlaps(toWhole(start), toWhole(end)))
        .flatMap((finding) => survivingAttack(finding, text, found.matched));
      if (findings.length === 0) continue;
      found.add(findings, toWhole, deeper < MOST_EMBEDDED ? text : undefined);
      text = masked(text, findings);
    }
    if (deeper > 0) {
      for (const inner of embeddedTexts(text)) {
        findInLayers(inner.text, finders, found, (offset) => toWhole(inner.origin(offset)), deeper - 1);
      }
    }
    decoded = decode({ ...decoded, text }) ?? withSpaces({ ...decoded, text });
  }
}

/** Of a form or a query without any escape, the level that undoes its pluses. */
function withSpaces(decoded: DecodedText): DecodedText | undefined {
  const { text, depth } = decoded;
  const start = text.slice(0, 4096);
  if (depth > 0 || !text.includes('+') || !start.includes('=') || /[\s"'<>{}]/.test(start)) return undefined;
  return { ...decoded, text: text.replaceAll('+', ' '), depth: 1 };
}

/** Searches a chunked body with its chunks joined: a secret may stand on both sides of a border. */
function findInChunks(rawData: string, from: number, finders: readonly Finder[], found: FoundSecrets): void {
  const joined = withoutChunks(rawData, from);
  if (joined) findInLayers(joined.text, finders, found, (offset) => from + joined.origin(offset), 0);
}

/** The end of a mask, no letter: the word after it, which may be an attack's, is to stay a word. */
const MASK_END = '·';

/** The text without what was found, at its length: a secret may hold the signs by which others are found. */
export function masked(text: string, findings: readonly Span[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const span of mergeSpans(findings)) {
    pieces.push(text.slice(end, span.start), MASK.repeat(span.end - span.start).replace(/X$/, MASK_END));
    end = span.end;
  }
  return pieces.join('') + text.slice(end);
}

/** Secrets of one text that are redacted. With more, none is: what was left would leave the editor. */
const SECRETS_LIMIT = 250_000;

/** Units of the name of a header. */
const LONGEST_NAME = 100;

/** The ends of a target and of the headers after it; both 0 when a text has no such parts. */
interface Head {
  readonly targetEnd: number;
  readonly bodyOffset: number;
}

class FoundSecrets {
  all: readonly FoundSecret[] = [];
  /** What the rule matched, in lower case. */
  readonly matched: readonly string[];
  readonly #sent: string;
  /** Disjoint and ascending. */
  #covered: readonly Span[] = [];

  readonly #head: Head;
  /** The header that was looked at last. */
  #header: Span = { start: 0, end: 0 };

  constructor(sent: string, matched: readonly string[], head: Head = { targetEnd: 0, bodyOffset: 0 }) {
    this.#sent = sent;
    this.matched = matched;
    this.#head = head;
  }

  /**
   * Adds one finder's findings, but for those inside earlier ones.
   *
   * @param embedded the text of the findings, when it is encoded as a whole in the text as sent
   * @throws ServiceError `out-of-memory` beyond `SECRETS_LIMIT`
   */
  add(findings: readonly Finding[], origin: (offset: number) => number, embedded?: string): void {
    const added: FoundSecret[] = [];
    for (const finding of findings) {
      const start = origin(finding.start);
      const end = Math.min(origin(finding.end), this.#limit(start));
      if (end <= start || this.#covers(start, end)) continue;
      const read = embedded?.slice(finding.start, finding.end);
      // Where a part was found before, it is masked: as it was sent the value is whole.
      const plain = read?.includes(`${MASK}${MASK_END}`) ? undefined : read;
      added.push({ ...finding, start, end, secret: this.#sent.slice(start, end), ...(plain && { plain }) });
    }
    if (added.length === 0) return;
    if (this.all.length + added.length > SECRETS_LIMIT) {
      throw new ServiceError('out-of-memory', 'The log holds too many secrets to redact.', {
        expected: message('at most {0} secrets to redact', SECRETS_LIMIT),
      });
    }
    this.all = this.all.concat(added);
    this.#covered = mergeSpans([...this.#covered, ...added]);
  }

  /** Where what starts here ends at the latest: with the target, or its header, whatever line ends are encoded in either. */
  #limit(start: number): number {
    const { targetEnd, bodyOffset } = this.#head;
    if (start < targetEnd) return targetEnd;
    if (start >= bodyOffset) return this.#sent.length;
    // The version, or the name of a header.
    const before = this.#sent.slice(Math.max(targetEnd, start - LONGEST_NAME), start);
    const isVersion = start < targetEnd + LONGEST_NAME && !/[\r\n]/.test(before);
    if (isVersion || /[\r\n][^\s:]{0,100}$/.test(before)) return start;
    if (start >= this.#header.start && start < this.#header.end) return this.#header.end;
    const lineEnd = /\r\n(?![ \t])|\r(?![ \t\n])|\n(?![ \t])/g;
    lineEnd.lastIndex = start;
    this.#header = { start, end: lineEnd.exec(this.#sent)?.index ?? bodyOffset };
    return this.#header.end;
  }

  /** Whether anything between these offsets was found already. */
  overlaps(start: number, end: number): boolean {
    const before = this.#lastFrom(end - 1);
    return before !== undefined && before.end > start;
  }

  #covers(start: number, end: number): boolean {
    const before = this.#lastFrom(start);
    return before !== undefined && end <= before.end;
  }

  /** The last span found that starts at or before `start`. */
  #lastFrom(start: number): Span | undefined {
    let [low, high] = [0, this.#covered.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#covered[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return this.#covered[low - 1];
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
