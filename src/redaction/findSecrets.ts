/** Finds all secrets in text, in any encoding, by name and by shape. */

import { ServiceError } from '../base/errors.ts';
import { undo } from '../http/decode/codes.ts';
import { MappedText, Rewriter } from '../http/decode/mappedText.ts';
import { readFields } from '../http/fields/readFields.ts';
import { parseRawRequest, type RawRequest } from '../http/rawHttp.ts';
import { message } from '../text/l10n.ts';
import { firstMatch } from '../text/nearby.ts';
import { joinSpans, mergeSpans, type Span } from '../text/spans.ts';
import { findChosenSecrets } from './chosenSecrets.ts';
import { findInConfiguration } from './configuration.ts';
import { embeddedTexts } from './embeddedTexts.ts';
import { type JudgedFields, judgeFields } from './fieldSecrets.ts';
import { type Finding, moved } from './headerGrammar.ts';
import { findInHeaderLines } from './headerLines.ts';
import { without } from './hiddenValues.ts';
import { fullyDecoded, MOST_LEVELS } from './levels.ts';
import { findInMembers } from './memberSecrets.ts';
import { type Context, findInMultipart, findInPairs } from './namedSecrets.ts';
import { findInPaths } from './pathSecrets.ts';
import { isNeutral } from './randomness.ts';
import { SecretNames } from './secretNames.ts';
import { findCardNumbers, findEmails, findLongTokens, findUrlCredentials } from './shapedSecrets.ts';
import { MASK, MASK_END, survivingAttack } from './survivingAttack.ts';
import { findInTables } from './tables.ts';
import { findByShape } from './tokenShapes.ts';
import { findInXml } from './xmlSecrets.ts';

type Finder = (text: string) => readonly Finding[];

/** The kind of a text, which determines how it is searched. */
interface TextKind {
  readonly context: Context;
  /** True for a sentence, in which a name before a colon might describe an attack. */
  readonly isProse?: boolean;
  /** True for the head of a message. */
  readonly isHead?: boolean;
  /** True at the essential level, at which only names, paths, and shapes are searched for. */
  readonly isEssential?: boolean;
}

const alwaysShaped: readonly Finder[] = [findUrlCredentials, findByShape];

export class SecretFinder {
  readonly names = new SecretNames();
  readonly #shaped: readonly Finder[];

  /** @param isTitle true to also find card numbers, email addresses, and long tokens */
  constructor(isTitle: boolean) {
    this.#shaped = isTitle ? [...alwaysShaped, findCardNumbers, findEmails, findLongTokens] : alwaysShaped;
  }

  /**
   * Returns the secrets in the text. No secret is inside another, and each finder's findings are in ascending order.
   * @param context where the text is from: a target, prose, or a rule's match
   * @param matched the rule's matches, in lowercase
   */
  find(text: string, context: 'query' | 'text' | 'value', matched: readonly string[]): readonly Finding[] {
    if (!this.#mayHold(text)) return [];
    const found = new FoundSecrets(text, matched);
    const raw = MappedText.raw(text);
    if (context === 'query') {
      const start = 'GET ';
      const request = `${start}${text} HTTP/1.1`;
      this.#addFields(request, parseRawRequest(request), found, start.length);
    }
    this.#search(
      raw,
      { context: context === 'query' ? 'query' : 'text', isProse: context === 'text' },
      found,
    );
    return found.all;
  }

  /** Returns true if the text contains any sign of a name, a shape, or an encoding. Most text doesn't. */
  #mayHold(text: string): boolean {
    return this.#shaped.length > alwaysShaped.length || /[=:%<\\/\d]|[\w-]{16}/.test(text);
  }

  /**
   * Returns the secrets in a request's raw text or in a request line.
   * @param hidden values that the essential level hides, in ascending order and disjoint; only names, paths, and shapes
   *   are searched for in the rest
   */
  findInRequest(rawData: string, matched: readonly string[], hidden?: readonly Span[]): readonly Finding[] {
    const request = parseRawRequest(rawData);
    const { parses, targetStart, targetEnd, bodyOffset } = request;
    const raw = MappedText.raw(rawData);
    const found = new FoundSecrets(rawData, matched, parses ? { targetEnd, bodyOffset } : undefined);
    const isEssential = hidden !== undefined;
    const { settled, words } = hidden
      ? { settled: joinOverNames(rawData, bodyOffset, hidden, matched), words: [] }
      : this.#addFields(rawData, request, found);
    const target = raw.slice({ start: targetStart, end: targetEnd });
    this.#search(target, { context: 'query', isEssential }, found);
    if (!parses) this.#search(raw, { context: contextOf(rawData), isEssential }, found);
    const head = raw.slice({ start: targetEnd, end: bodyOffset });
    this.#search(head, { context: 'text', isHead: true, isEssential }, found);
    const inBody = { context: contextOf(rawData, bodyOffset), isEssential };
    const body = readFields(rawData).body.text;
    // A secret might span a chunk boundary.
    if (body.layers.join() === 'chunked') this.#search(body, inBody, found, 0);
    this.#search(withoutRanges(raw, bodyOffset, settled), inBody, found);
    const outside = without({ start: bodyOffset, end: rawData.length }, words);
    if (words.length > 0) this.#searchWords(withoutRanges(raw, bodyOffset, outside), inBody, found);
    return found.all;
  }

  /** Adds the secrets in the fields of a request. */
  #addFields(rawData: string, request: RawRequest, found: FoundSecrets, shift = 0): JudgedFields {
    const fields = readFields(rawData).fields.filter(({ isInside }) => !isInside);
    const judged = judgeFields(rawData, request, fields, this.names);
    const { secrets, values } = judged;
    const around = values.flatMap((finding) => aroundMatch(finding, rawData, found.matched));
    for (const findings of [secrets, around]) found.add(moved(findings, -shift), MappedText.raw(rawData));
    return judged;
  }

  /** Searches words that have neither a name for a secret nor other text around them. */
  #searchWords(words: MappedText, kind: TextKind, found: FoundSecrets): void {
    for (const find of this.#shaped) found.add(find(words.text), words);
    for (const inner of embeddedTexts(words)) this.#search(inner, kind, found, MOST_EMBEDDED - 1);
  }

  /**
   * Searches text, its decoded forms, and the complete strings embedded in it. The grammars of prose and code are the
   * least specific, so that they are searched last, starting with the innermost text.
   */
  #search(sent: MappedText, kind: TextKind, found: FoundSecrets, deeper = MOST_EMBEDDED): void {
    const searches = [...this.#searchLayers(sent, kind, found, deeper)];
    if (kind.isEssential) return;
    for (const search of searches.toReversed()) {
      search((text) => findInTables(text, this.names));
      search((text) => findInConfiguration(text, this.names, kind.isProse ?? false));
      search((text) => findChosenSecrets(text, this.names));
    }
  }

  /** Searches each layer of a text, and yields a function for each that searches it again. */
  *#searchLayers(
    sent: MappedText,
    kind: TextKind,
    found: FoundSecrets,
    deeper: number,
    depth = 0,
  ): Generator<(find: Finder) => void, void, undefined> {
    const { context, isProse = false, isHead = false } = kind;
    const { names } = this;
    const isDecoded = depth > 0;
    let layer = sent;
    const search = (find: Finder, mayOverlap = true) => {
      const { text } = layer;
      const findings = find(text)
        .filter((each) => mayOverlap || !found.overlaps(layer.toRaw(each)))
        .flatMap((finding) => survivingAttack(finding, text, found.matched));
      if (findings.length === 0) return;
      found.add(findings, layer, deeper < MOST_EMBEDDED);
      layer = layer.with(masked(text, findings));
    };
    search((text) => findInHeaderLines(text, names, isProse, isHead));
    search((text) => findInMultipart(text, names));
    search((text) => findInMembers(text, names));
    search((text) => findInXml(text, names));
    search((text) => findInPairs(text, names, context, isDecoded));
    // A target can contain other text.
    if (context === 'query') search((text) => findInPairs(text, names, 'text', isDecoded));
    search((text) => findInPaths(text, names));
    for (const find of this.#shaped) search(find);
    // The findings of a less specific grammar are ignored if they overlap others.
    yield (find) => search(find, false);
    for (const inner of deeper > 0 ? embeddedTexts(layer) : [])
      yield* this.#searchLayers(inner, kind, found, deeper - 1);
    const next = nextLevel(layer, depth);
    if (next) yield* this.#searchLayers(next, kind, found, deeper, depth + 1);
  }
}

/** Returns the parts of a field's value to replace, which exclude the match. */
function aroundMatch(finding: Finding, text: string, matched: readonly string[]): readonly Finding[] {
  const value = fullyDecoded(text.slice(finding.start, finding.end)).toLowerCase();
  if (matched.includes(value)) return [];
  return survivingAttack(finding, text, matched).filter(
    ({ end }) => !isNeutral(text.slice(finding.start, end)),
  );
}

/** Returns how a body is searched: text that does not look like a form is not one, regardless of its Content-Type. */
function contextOf(text: string, from = 0): Context {
  return /^\s*(?:[[{<"]|--)/.test(text.slice(from, from + 1024)) ? 'text' : 'form';
}

/** Minimum length, in UTF-16 units, of a request in which names between hidden values are not searched again. */
const LONG_REQUEST = 16 * 1024;

/**
 * Returns the hidden ranges of a request that start at or after `from`. In a long request, joins them if there are only
 * short names between them and no part of a match.
 */
function joinOverNames(
  rawData: string,
  from: number,
  all: readonly Span[],
  matched: readonly string[],
): readonly Span[] {
  const hidden = all.filter(({ start }) => start >= from);
  if (rawData.length < LONG_REQUEST) return hidden;
  const ends = matched.flatMap((match) => [match.slice(0, MATCH_PART), match.slice(-MATCH_PART)]);
  return joinSpans(rawData, hidden, (gap) => {
    if (/[\w-]{20}/.test(gap)) return false;
    const text = fullyDecoded(gap).toLowerCase();
    return !ends.some((end) => text.includes(end)) && !matched.some((match) => match.includes(text));
  });
}

/** The length, in UTF-16 units, of the parts at both ends of a match by which it is found between hidden values. */
const MATCH_PART = 8;

/** Represents a settled range that spans several objects. Like `MASK_END`, it ends words and values. */
const SETTLED_OBJECTS = '}{';
/** Represents a settled range that spans several pairs. */
const SETTLED_PAIRS = '&';

/** Returns the text that starts at `from`, with each settled range replaced by a marker. */
function withoutRanges(raw: MappedText, from: number, settled: readonly Span[]): MappedText {
  const rewriter = new Rewriter(raw.text);
  rewriter.put('', from);
  for (const { start, end } of settled) {
    rewriter.copy(start);
    const range = raw.text.slice(start, end);
    rewriter.put(/[{}]/.test(range) ? SETTLED_OBJECTS : range.includes('&') ? SETTLED_PAIRS : MASK_END, end);
  }
  rewriter.copy(raw.text.length);
  return raw.become(rewriter.finish());
}

/** Maximum number of nested encodings of complete strings, such as Base64 in Base64. */
const MOST_EMBEDDED = 2;

/** Returns the text with one more level decoded, or undefined if nothing is encoded. */
function nextLevel(layer: MappedText, depth: number): MappedText | undefined {
  const undone = depth < MOST_LEVELS ? undo('any', layer.text) : undefined;
  if (undone) return layer.become({ ...undone, layers: [] });
  // The text is a form or query without other escapes, in which a plus sign represents a space.
  const start = layer.text.slice(0, 4096);
  const isForm = layer.text.includes('+') && start.includes('=') && !/[\s"'<>{}]/.test(start);
  return depth === 0 && isForm ? layer.with(layer.text.replaceAll('+', ' ')) : undefined;
}

/**
 * Returns the text with its findings masked and its length unchanged, because a secret might contain signs of other
 * secrets.
 */
export function masked(text: string, findings: readonly Span[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const span of mergeSpans(findings)) {
    pieces.push(text.slice(end, span.start), MASK.repeat(span.end - span.start).replace(/X$/, MASK_END));
    end = span.end;
  }
  return pieces.join('') + text.slice(end);
}

/**
 * Maximum number of redacted secrets per string. If there are more, an error is thrown, so that no unredacted secret
 * leaves the editor.
 */
const SECRETS_LIMIT = 250_000;

/** Maximum length, in UTF-16 units, of a header name. */
const LONGEST_NAME = 100;

/** The ends of a target and of the headers after it; both 0 if the text has neither. */
interface Head {
  readonly targetEnd: number;
  readonly bodyOffset: number;
}

class FoundSecrets {
  all: readonly Finding[] = [];
  /** The rule's matches, in lowercase. */
  readonly matched: readonly string[];
  readonly #sent: string;
  /** Disjoint and in ascending order. */
  #covered: readonly Span[] = [];

  readonly #head: Head;
  /** The last header that was examined. */
  #header: Span = { start: 0, end: 0 };

  constructor(sent: string, matched: readonly string[], head: Head = { targetEnd: 0, bodyOffset: 0 }) {
    this.#sent = sent;
    this.matched = matched;
    this.#head = head;
  }

  /**
   * Adds the findings in a layer, except those inside earlier ones.
   *
   * @param isEmbedded true if the layer is encoded as a whole in the text as sent
   * @throws ServiceError `out-of-memory` beyond `SECRETS_LIMIT`
   */
  add(findings: readonly Finding[], layer: MappedText, isEmbedded = false): void {
    const added: Finding[] = [];
    for (const finding of findings) {
      const range = layer.toRaw(finding);
      const { start } = range;
      const end = Math.min(range.end, this.#limit(start));
      if (without({ start, end }, this.#covered).length === 0) continue;
      const read = isEmbedded ? layer.text.slice(finding.start, finding.end) : '';
      // If this finding contains an earlier one, the earlier one is masked in the decoded value, but not in the value
      // as sent.
      const isPlain = read !== '' && !read.includes(`${MASK}${MASK_END}`);
      added.push(isPlain ? { ...finding, start, end, plain: read } : { ...finding, start, end });
    }
    if (added.length === 0) return;
    if (this.all.length + added.length > SECRETS_LIMIT) {
      throw new ServiceError('out-of-memory', 'The log contains too many secrets to redact.', {
        expected: message('at most {0} secrets to redact', SECRETS_LIMIT),
      });
    }
    this.all = this.all.concat(added);
    this.#covered = mergeSpans([...this.#covered, ...added]);
  }

  /**
   * Returns the offset past which a finding cannot extend: the end of the target or of its header, including any
   * encoded line breaks.
   */
  #limit(start: number): number {
    const { targetEnd, bodyOffset } = this.#head;
    if (start < targetEnd) return targetEnd;
    if (start >= bodyOffset) return this.#sent.length;
    // The finding might start in the name of a header.
    const before = this.#sent.slice(Math.max(targetEnd, start - LONGEST_NAME), start);
    if (/[\r\n][^\s:]{0,100}$/.test(before)) return start;
    if (start >= this.#header.start && start < this.#header.end) return this.#header.end;
    const lineEnd = firstMatch(this.#sent, /\r\n(?![ \t])|\r(?![ \t\n])|\n(?![ \t])/g, start);
    this.#header = { start, end: Math.min(lineEnd, bodyOffset) };
    return this.#header.end;
  }

  /** Returns true if an earlier finding overlaps the range. */
  overlaps(range: Span): boolean {
    const [rest] = without(range, this.#covered);
    return rest?.start !== range.start || rest.end !== range.end;
  }
}
