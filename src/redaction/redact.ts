/** Redacts users' secrets in detection logs and their rows. */
import type { TextRange } from '../http/decode/offsetMap.ts';
import { type HiddenValue, hiddenBinary, without } from '../http/fields/hiddenValues.ts';
import { isOrdinary } from '../http/fields/ordinary.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow, MessageHead, OtherFields } from '../service/model.ts';
import { type RowText, rowTextEntries } from '../service/rowFields.ts';
import { type Message, message } from '../text/l10n.ts';
import { carriesAddress, findAddresses } from './addresses.ts';
import { attackStart, fromFirstSign } from './attackSyntax.ts';
import { type Choices, ChosenValues } from './choices.ts';
import { fullyDecoded } from './decodedText.ts';
import type { Edit, Rewritten } from './edits.ts';
import { type FoundSecret, masked, type OptionalSecrets, SecretFinder } from './findSecrets.ts';
import { type Finding, headerSecrets, type Span } from './headerGrammar.ts';
import { KnownKeys } from './knownKeys.ts';
import { groupSpan } from './nearby.ts';
import type { PlaceholderTags } from './placeholderTags.ts';
import { isDigest, isNoValue } from './randomness.ts';
import { redactedKinds, redactionLimits } from './redactionSummary.ts';
import { Redactor, type Replacement } from './redactor.ts';
import { SecretNames } from './secretNames.ts';
import { findLongTokens } from './shapedSecrets.ts';
import { type KnownMatch, type Place, ShownTexts, type Subject } from './shownTexts.ts';
import { survivingAttack } from './survivingAttack.ts';
import { valuesInMatch } from './valuesInMatch.ts';

/**
 * The level of detail of a copy. `essential` shows the match, names, and ordinary values (`hiddenValues.ts`), without
 * secrets; `redacted` shows everything except secrets; `exact` shows everything.
 */
export type Detail = 'essential' | 'redacted' | 'exact';

export interface RedactionOptions extends OptionalSecrets {
  /** Defaults to `redacted`. */
  readonly detail?: Exclude<Detail, 'exact'>;
  /** Additional names of headers, parameters, and fields that contain secrets. */
  readonly names: readonly string[];
  /** The connection keys, which are treated as secrets everywhere. Kept in memory only. */
  readonly keys?: readonly string[];
  /** True for logs whose secrets were already redacted on export. Such logs are left unchanged. */
  readonly isDone?: boolean;
  /** The values that the user chose to show or hide. */
  readonly choices?: Choices | undefined;
}

export const defaultRedaction: RedactionOptions = {
  names: [],
  emails: false,
  longTokens: false,
  cardNumbers: false,
  addresses: false,
};

export interface Redacted extends Findings {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  /** The changes to the log's raw data. */
  readonly rawDataEdits: readonly Edit[];
  /** The additional strings, in order. */
  readonly further: readonly Rewritten[];
}

/** Text that was created from a log and is redacted with it, so that the same secret gets the same placeholder. */
export interface FurtherText {
  readonly text: string;
  /** The kind of text: any text, a path, or the value of the given field or header. */
  readonly place: 'text' | 'query' | { readonly field: string } | { readonly header: string };
}

export interface RedactedRow extends Findings {
  readonly row: LogRow;
}

interface Findings {
  /** Number of distinct secrets. */
  readonly count: number;
  /** Number of values in the request that the essential level hides. */
  readonly hidden: number;
  /**
   * One line that must always be shown: the number of replaced secrets by kind, and the classes that were not searched
   * for.
   */
  readonly summary: string;
  /**
   * The first sentence of `summary`, which contains the number of secrets of each kind. The rest is the same for all
   * logs redacted with the same options.
   */
  readonly redacted: string;
  /** Additional information for the reader: sentences that quote only placeholders and a token's algorithm. */
  readonly notes: readonly Message[];
}

/**
 * Redacts cookies, authorization, keys, and tokens in headers; credentials in URLs; secrets identified by name in
 * queries, forms, JSON, XML, multipart bodies, configuration, and code; secrets identified by shape; the classes in the
 * options; and all other occurrences of a random-looking secret, whether literal, percent-encoded, escaped, or in
 * Base64. Keeps the attack and identifiers, and also the client's address unless the options include it. Linear in the
 * size of the log.
 */
export function redactLog(
  log: DetectionLog,
  row: LogRow,
  options: RedactionOptions,
  more?: BesideLog,
): Redacted & RedactedRow;
export function redactLog(
  log: DetectionLog,
  row: LogRow | undefined,
  options: RedactionOptions,
  more?: BesideLog,
): Redacted;
export function redactLog(
  log: DetectionLog,
  row: LogRow | undefined,
  options: RedactionOptions,
  { further = [], match, tags }: BesideLog = {},
): Redacted {
  const redaction = new Redaction(options, { log, row }, match, tags);
  visitLog(log, redaction.find);
  if (row !== undefined) visitRow(row, redaction.find);
  for (const { text, place } of further) redaction.findIn(text, place, []);
  const rawDataEdits: Edit[] = [];
  const after = {
    log: visitLog(log, redaction.rewrite, rawDataEdits),
    row: row === undefined ? undefined : visitRow(row, redaction.rewrite),
  };
  const hidden = redaction.hidden(
    log.rawData === '' ? log.request.headers.map(([, value]) => value) : [log.rawData],
  );
  return {
    ...{ ...after, rawDataEdits, further: redaction.rewriteAll(further), hidden },
    ...redaction.findings({ log, row }, after),
  };
}

/** Optional input for redacting a log. */
export interface BesideLog {
  /** Strings created from the log for display. */
  readonly further?: readonly FurtherText[];
  /** The rule's matches in the raw data, if already known. */
  readonly match?: KnownMatch;
  /** Tags the placeholders in the redacted strings. */
  readonly tags?: PlaceholderTags | undefined;
}

/** Like `redactLog`, but redacts only a row. */
export function redactRow(
  row: LogRow,
  options: RedactionOptions,
  further: readonly FurtherText[] = [],
): RedactedRow & Pick<Redacted, 'further'> {
  const redaction = new Redaction(options, { row });
  visitRow(row, redaction.find);
  for (const { text, place } of further) redaction.findIn(text, place, []);
  const after = { row: visitRow(row, redaction.rewrite) };
  return {
    ...{ ...after, further: redaction.rewriteAll(further), hidden: redaction.hidden([row.uri ?? '']) },
    ...redaction.findings({ row }, after),
  };
}

/** Like `redactLog`, but redacts only rows. */
export function redactRows({ rows, redaction }: RowsToRedact): readonly RedactedRow[] {
  return rows.map((row) => redactRow(row, redaction));
}

export interface RowsToRedact {
  readonly rows: readonly LogRow[];
  readonly redaction: RedactionOptions;
}

/** Called with every string in a log, in record order; returns the replacement and fills `edits`. */
type Visit = (text: string, place: Place, edits?: Edit[]) => string;

interface Finders {
  readonly secrets: SecretFinder;
  readonly keys: KnownKeys;
}

/** The finders for all logs with the same options, which cache their judgments of names. */
const finders = new WeakMap<RedactionOptions, Finders>();

function findersOf(options: RedactionOptions): Finders {
  const known = finders.get(options);
  if (known) return known;
  const { names, keys = [] } = options;
  const made = { secrets: new SecretFinder(new SecretNames(names), options), keys: new KnownKeys(keys) };
  finders.set(options, made);
  return made;
}

/** The result of redacting one string. */
interface Done {
  readonly replacements: readonly Replacement[];
  /** The text with hidden values masked. */
  readonly masked: string;
}

class Redaction {
  readonly #options: RedactionOptions;
  readonly #finder: SecretFinder;
  readonly #keys: KnownKeys;
  readonly #redactor: Redactor;
  readonly #done: Done[] = [];
  readonly #shown: ShownTexts | undefined;
  readonly #chosen: ChosenValues | undefined;
  readonly #tags: PlaceholderTags | undefined;
  /** The number of hidden values in each string. */
  readonly #hidden = new Map<string, number>();
  /** The rule's matches, decoded and in lowercase. */
  readonly #matched: readonly string[];
  /**
   * True if the service's description of the detection refers to the location of a secret, such as “parameter
   * password”.
   */
  readonly #namesSecret: boolean;
  readonly #isRowAlone: boolean;
  #rewritten = 0;

  constructor(options: RedactionOptions, subject: Subject, match?: KnownMatch, tags?: PlaceholderTags) {
    this.#options = options;
    this.#tags = tags;
    this.#chosen = options.choices && new ChosenValues(options.choices, options.keys ?? []);
    this.#redactor = new Redactor({ marksForeign: !options.isDone, chosen: this.#chosen, tags });
    if (options.detail === 'essential') this.#shown = new ShownTexts(subject, match);
    ({ secrets: this.#finder, keys: this.#keys } = findersOf(options));
    this.#isRowAlone = subject.log === undefined && subject.row?.rawData === undefined;
    const messages = [subject.log?.description, subject.row?.description, subject.row?.baseMessage];
    this.#matched = matchedTexts([subject.row?.detectedValue, ...messages]);
    this.#namesSecret = messages.some((message = '') => namesSecretPlace(message, this.#finder.names));
  }

  get count(): number {
    return this.#redactor.count;
  }

  /** Returns the number of values that are hidden in these strings. */
  hidden(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + (this.#hidden.get(text) ?? 0), 0);
  }

  findings(before: Subject, after: Subject): Omit<Findings, 'hidden'> {
    const redacted = this.#options.isDone
      ? 'Secrets were redacted when the log was exported.'
      : redactedKinds(this.#redactor.counts);
    const summary = `${redacted} ${redactionLimits(this.#options)}`;
    return { count: this.count, summary, redacted, notes: this.notes(before, after) };
  }

  /** The first pass: finds the values to hide and the secrets in the rest, without changing anything. */
  readonly find: Visit = (text, place) => {
    const isRequest = !this.#shown && place === 'request' && !this.#options.isDone;
    const usual = isRequest ? hiddenBinary(text, this.#matched) : (this.#shown?.hiddenIn(text, place) ?? []);
    this.findIn(text, place, usual);
    return text;
  };

  /**
   * Finds the secrets in the text except in the ranges to hide.
   * @param usual the ranges that the level of detail hides
   */
  findIn(text: string, place: Place, usual: readonly HiddenValue[]): void {
    const hidden = this.#chosen?.hiddenIn(text, usual, this.#tags) ?? usual;
    const rest = hidden.length === 0 ? text : masked(text, hidden);
    if (hidden.length > 0) this.#hidden.set(text, hidden.length);
    // A value that the user chose to show is searched completely.
    const elided = this.#shown && !this.#chosen?.showsAny ? hidden : undefined;
    const attacks = this.#shown?.attacksIn(text, place) ?? [];
    const inText = this.#options.isDone
      ? []
      : [
          ...this.#findAt(rest, place, elided).flatMap((each) =>
            withoutAttacks(each, this.#shown?.attackedFields(text) ?? [], text),
          ),
          ...this.#valuesInMatch(text, attacks),
        ].filter((each) => !isHarmlessIn(attacks, each, text));
    const found = this.#options.isDone ? [] : [...this.#keys.find(this.#chosen ? text : rest), ...inText];
    const secrets = hidden.length === 0 ? found : found.flatMap((each) => outsideOf(each, hidden, text));
    // Secrets are numbered in the order in which they appear in the text.
    const inOrder = secrets.toSorted((one, other) => one.start - other.start);
    const marks = hidden.map(({ mark, ...range }) => ({ ...range, placeholder: mark, isHidden: true }));
    this.#done.push({ replacements: [...marks, ...this.#redactor.add(inOrder)], masked: rest });
  }

  /** The second pass, over the same strings in the same order. */
  readonly rewrite: Visit = (text, _, edits) => {
    const { replacements = [], masked: rest } = this.#done[this.#rewritten++] ?? {};
    return this.#redactor.rewrite(text, replacements, edits, rest);
  };

  /** The second pass over the additional strings. */
  rewriteAll(further: readonly FurtherText[]): readonly Rewritten[] {
    return further.map(({ text, place }): Rewritten => {
      const edits: Edit[] = [];
      return { text: this.rewrite(text, place, edits), edits };
    });
  }

  notes(before: Subject, after: Subject): Message[] {
    const notes: Message[] = [];
    if (this.#redactor.foreignPlaceholders) {
      notes.push(
        message(
          'The log contains text that looks like redaction placeholders. It is marked as part of the log.',
        ),
      );
    }
    if (this.count === 0) return notes;
    const detected = detection(before);
    if (detected !== detection(after)) {
      notes.push(message('Part of the detected text is redacted. Check the original log.'));
    }
    for (const algorithm of tokenAlgorithms(detected)) {
      notes.push(message('The header of the detected token contains “alg”: “{0}”.', algorithm));
    }
    const named = this.#redactor.placeholdersNamedBy(detected);
    if (named.length > 0) {
      notes.push(
        message(
          'Part of the detected text is redacted ({0}). The attack itself might be hidden.',
          named.slice(0, 3).join(', '),
        ),
      );
    }
    const { withoutBase64, notSearched } = this.#redactor;
    if (withoutBase64 > 0) {
      notes.push(
        message(
          '{0} of the secrets were not searched for in Base64, because there are too many. Review the text before you share it.',
          withoutBase64,
        ),
      );
    }
    if (notSearched > 0) {
      notes.push(
        message(
          '{0} of the secrets were not searched for again, because there are too many similar ones. Review the text before you share it.',
          notSearched,
        ),
      );
    }
    return notes;
  }

  /** Finds the values within the match that are not part of the attack. */
  #valuesInMatch(text: string, attacks: readonly TextRange[]): readonly FoundSecret[] {
    return attacks.flatMap((range) =>
      valuesInMatch(text.slice(range.start, range.end)).map((found) => {
        const [start, end] = [range.start + found.start, range.start + found.end];
        return { ...found, start, end, secret: text.slice(start, end) };
      }),
    );
  }

  #findAt(text: string, place: Place, hidden?: readonly Span[]): readonly FoundSecret[] {
    const { names } = this.#finder;
    if (place === 'value') return [];
    if (place === 'request') {
      return [...this.#finder.findInRequest(text, this.#matched, hidden), ...this.#addressesInHead(text)];
    }
    if (place === 'query' && this.#isRowAlone) {
      // A secret in a target might be recognizable only in the raw data, for example because a cookie contains it.
      const tokens = withTexts(findLongTokens(text), text).filter(({ secret }) => !isDigest(secret));
      return [...this.#finder.find(text, place, this.#matched), ...tokens];
    }
    if (place === 'query' || place === 'text') return this.#finder.find(text, place, this.#matched);
    if (place === 'address') return this.#options.addresses ? withTexts(findAddresses(text), text) : [];
    if (place === 'detected value') {
      const isValue =
        this.#namesSecret &&
        !isNoValue(text) &&
        text !== '' &&
        attackStart(fullyDecoded(text), false) === undefined;
      return isValue ? [whole(text, 'detected value')] : this.#finder.find(text, 'value', this.#matched);
    }
    if (place === 'message') {
      const found = this.#finder.find(text, 'text', this.#matched);
      const named = namedValues(text, names);
      return namesSecretPlace(text, names) ? [...found, ...named, ...quotedValues(text)] : found;
    }
    if ('field' in place) {
      return names.isSecret(place.field)
        ? withTexts(survivingAttack(whole(text, place.field), text, this.#matched), text)
        : this.#finder.find(text, 'text', this.#matched);
    }
    const addresses = this.#addressesIn(place.header, text);
    const kind = names.ofHeader(place.header);
    if (kind === undefined) return [...this.#finder.find(text, 'text', this.#matched), ...addresses];
    const findings = headerSecrets(place.header, kind, text).flatMap((finding) =>
      survivingAttack(finding, text, this.#matched),
    );
    return [...withTexts(findings, text), ...addresses];
  }

  #addressesIn(header: string, value: string): readonly FoundSecret[] {
    return this.#options.addresses && carriesAddress(header) ? withTexts(findAddresses(value), value) : [];
  }

  #addressesInHead(rawData: string): readonly FoundSecret[] {
    if (!this.#options.addresses) return [];
    return parseRawRequest(rawData).headers.flatMap(({ name, valueStart, end }) => {
      const value = rawData.slice(valueStart, end);
      return this.#addressesIn(name, value).map((found) => ({
        ...found,
        start: valueStart + found.start,
        end: valueStart + found.end,
      }));
    });
  }
}

/** Returns the parts of a secret that are not hidden. */
function outsideOf(found: FoundSecret, hidden: readonly TextRange[], text: string): readonly FoundSecret[] {
  const rest = without(found, hidden);
  if (rest.length === 1 && rest[0]?.start === found.start && rest[0].end === found.end) return [found];
  const { plain: _, ...finding } = found;
  return rest.map(({ start, end }) => ({ ...finding, start, end, secret: text.slice(start, end) }));
}

/** Returns true for a part of an attack that is an ordinary value under a harmless name, as in `theme=light' OR 1=1`. */
function isHarmlessIn(attacks: readonly TextRange[], { start, end }: FoundSecret, text: string): boolean {
  if (!attacks.some((attack) => attack.start <= start && attack.end >= end)) return false;
  const before = text.slice(Math.max(0, start - 61), start);
  const name = before.endsWith('=')
    ? (before
        .slice(0, -1)
        .split(/[^\w.-]/)
        .at(-1) ?? '')
    : '';
  return isOrdinary(name, text.slice(start, end));
}

/** Returns the parts of a secret that are outside the attacks that it contains. */
function withoutAttacks(
  found: FoundSecret,
  attacks: readonly TextRange[],
  text: string,
): readonly FoundSecret[] {
  const inside = attacks.filter(({ start, end }) => start > found.start && end < found.end);
  return inside.length === 0 ? [found] : outsideOf(found, inside, text);
}

function whole(text: string, name: string): FoundSecret {
  return { start: 0, end: text.length, kind: 'secret', name, secret: text };
}

function withTexts(findings: readonly Finding[], text: string): readonly FoundSecret[] {
  return findings.map((finding) => ({ ...finding, secret: text.slice(finding.start, finding.end) }));
}

/**
 * Minimum length of matched text, in units. Shorter matches, and matches without any sign of an attack, prove nothing
 * about a value that contains them.
 */
const SHORTEST_MATCH = 2;
/** Maximum length, in UTF-16 units, of text about a detection to search for quoted parts. */
const LONGEST_MESSAGE = 10_000;

function matchedTexts([detectedValue = '', ...messages]: readonly (string | undefined)[]): readonly string[] {
  const quoted = messages.flatMap((message = '') =>
    quotedSpans(message).map(({ start, end }) => message.slice(start, end)),
  );
  const texts = [detectedValue, ...quoted].map((text) =>
    fullyDecoded(text.slice(0, LONGEST_MESSAGE)).toLowerCase(),
  );
  return texts.filter(
    (text) => text.length >= SHORTEST_MATCH && (fromFirstSign(text) !== undefined || text.includes('://')),
  );
}

const SHORTEST_QUOTED = 2;
const LONGEST_QUOTED = 4000;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '`': '`' };

/** Returns the spans of the quoted strings in a message, except nested ones. */
function quotedSpans(message: string): readonly Span[] {
  const text = message.slice(0, LONGEST_MESSAGE);
  const spans: Span[] = [];
  const closings = new Map<string, number>();
  const quote = /["“`]/g;
  for (let match = quote.exec(text); match !== null; match = quote.exec(text)) {
    const start = match.index + 1;
    const closing = CLOSING[match[0]] ?? '';
    let end = closings.get(closing) ?? start - 1;
    if (end < start) end = text.indexOf(closing, start);
    if (end < 0) end = text.length;
    closings.set(closing, end);
    const length = end - start;
    if (end === text.length || length < SHORTEST_QUOTED || length > LONGEST_QUOTED) continue;
    spans.push({ start, end });
    quote.lastIndex = end + 1;
  }
  return spans;
}

function quotedValues(message: string): readonly FoundSecret[] {
  const spans = quotedSpans(message).filter(({ start, end }) => {
    const value = fullyDecoded(message.slice(start, end));
    return (
      !/\s/.test(value) && /[\d\p{P}\p{S}\p{Lu}]/u.test(value) && attackStart(value, false) === undefined
    );
  });
  return withTexts(
    spans.map((span) => ({ ...span, kind: 'secret' as const, name: 'detected value' })),
    message,
  );
}

const NAMED_PLACE =
  /\b(?:parameters?|param|fields?|arguments?|args?|headers?|cookies?|keys?|elements?|members?|properties|property|input|variable|REQUEST_BODY|ARGS|ARGS_POST|ARGS_GET|REQUEST_COOKIES|REQUEST_HEADERS)\b(?:\s{1,3}names?\b)?\s{0,5}[:=]?\s{0,5}["'“‘`([]?([\p{L}_$][\p{L}\d_$.[\]:-]{0,100})/giu;

/** Returns true if a message from the service locates the detection in a value whose name indicates a secret. */
function namesSecretPlace(message: string, names: SecretNames): boolean {
  const places = message.slice(0, LONGEST_MESSAGE).matchAll(NAMED_PLACE);
  return Array.from(places).some(
    ([, name = '']) => names.isSecret(name) || names.ofHeader(name) !== undefined,
  );
}

/** `found within ARGS:password: x`, as in ModSecurity's messages; `parameter name: pwd; parameter value: x`. */
const NAMED_VALUES: readonly RegExp[] = [
  /\bfound within [A-Z_]{3,40}:(?<name>[^\s:]{1,100}):\s{1,3}(?<value>[^\r\n\]"]{1,400})/dg,
  /\bparameters?(?: name)?:?\s{1,3}["']?(?<name>[\w.[\]-]{1,100})["']?[;,]?\s{1,3}(?:parameter )?value:?\s{1,3}["']?(?<value>[^\s"';,]{1,400})/dgi,
];

/** Returns the values that follow a secret's name in a message from the service, except attacks. */
function namedValues(message: string, names: SecretNames): readonly FoundSecret[] {
  const text = message.slice(0, LONGEST_MESSAGE);
  const spans = NAMED_VALUES.flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const span = groupSpan(match, 'value');
      const isSecret = names.isSecret(match.groups?.['name'] ?? '');
      const isAttack =
        span && attackStart(fullyDecoded(text.slice(span.start, span.end)), false) !== undefined;
      return span && isSecret && !isAttack ? [span] : [];
    }),
  );
  return withTexts(
    spans.map((span) => ({ ...span, kind: 'secret' as const, name: 'detected value' })),
    message,
  );
}

/** Returns the service's description of the detection. */
function detection({ log, row }: Subject): string {
  return `${log?.description ?? ''}\n${row?.description ?? ''}\n${row?.detectedValue ?? ''}`;
}

/** The header of a JSON Web Token (RFC 7519). */
const TOKEN_HEADER = /(?<![\w-])eyJ[\w-]{8,1000}\./g;

/** Returns the algorithms of the JSON Web Tokens in the text, because an attack can change a token's algorithm. */
function tokenAlgorithms(text: string): ReadonlySet<string> {
  const headers = text.slice(0, LONGEST_MESSAGE).match(TOKEN_HEADER) ?? [];
  return new Set(
    headers.flatMap((header) => {
      const decoded = Buffer.from(header, 'base64url').toString('utf8');
      return /"alg"\s{0,5}:\s{0,5}"([\w-]{1,20})"/.exec(decoded)?.[1] ?? [];
    }),
  );
}

function visitLog(log: DetectionLog, visit: Visit, rawDataEdits?: Edit[]): DetectionLog {
  return {
    ...log,
    key: { ...log.key, detectedType: visit(log.key.detectedType, 'value') },
    timeZone: visit(log.timeZone, 'value'),
    virtualHost: visit(log.virtualHost, 'text'),
    request: visitHead(log.request, visit),
    response: visitHead(log.response, visit),
    rawData: visit(log.rawData, 'request', rawDataEdits),
    description: visit(log.description, 'message'),
    other: visitFields(log.other, visit),
  };
}

function visitHead(head: MessageHead, visit: Visit): MessageHead {
  return {
    firstLine: head.firstLine === undefined ? undefined : visit(head.firstLine, 'request'),
    headers: head.headers.map(
      ([name, value]): Header => [visit(name, 'value'), visit(value, { header: name })],
    ),
  };
}

/** The strings in a row that might contain secrets, ending with the raw data. */
const ROW_PLACES: readonly (readonly [RowText, Place])[] = rowTextEntries
  .map(([name, { kind }]) => [name, kind] as const)
  .toSorted(([, one], [, other]) => Number(one === 'request') - Number(other === 'request'));

function visitRow(row: LogRow, visit: Visit): LogRow {
  const visited: { -readonly [Field in RowText]?: string } = {};
  for (const [field, place] of ROW_PLACES) {
    const text = row[field];
    if (text !== undefined) visited[field] = visit(text, place);
  }
  return { ...row, ...visited, other: visitFields(row.other, visit) };
}

function visitFields(fields: OtherFields, visit: Visit): OtherFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [visit(name, 'value'), visitValue(name, value, visit)]),
  );
}

function visitValue(name: string, value: unknown, visit: Visit): unknown {
  if (typeof value === 'string') return visit(value, { field: name });
  if (typeof value === 'number') {
    const text = visit(String(value), { field: name });
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((element) => visitValue(name, element, visit));
  return typeof value === 'object' && value !== null ? visitFields({ ...value }, visit) : value;
}
