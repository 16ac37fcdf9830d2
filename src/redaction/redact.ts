/** Hides users' values and secrets in detection logs and their rows. */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';
import type { Span } from '../text/spans.ts';
import { type Choices, ChosenValues } from './choices.ts';
import { isAttack, matchedTexts, namesSecretPlace, secretsInMessage } from './detectionMessages.ts';
import type { Edit, Rewritten } from './edits.ts';
import { masked, SecretFinder } from './findSecrets.ts';
import { type Finding, headerSecrets, moved } from './headerGrammar.ts';
import { type HiddenValue, without } from './hiddenValues.ts';
import { KnownKeys } from './knownKeys.ts';
import { isOrdinary } from './ordinary.ts';
import type { PlaceholderTags } from './placeholderTags.ts';
import { isDigest, isNoValue } from './randomness.ts';
import { redactionNotes } from './redactionNotes.ts';
import { Redactor, type Replacement } from './redactor.ts';
import { findLongTokens } from './shapedSecrets.ts';
import { type KnownMatch, type Place, ShownTexts, type Subject } from './shownTexts.ts';
import { survivingAttack } from './survivingAttack.ts';
import { valuesInMatch } from './valuesInMatch.ts';
import { type Visit, visitLog, visitRow } from './visitLog.ts';

/**
 * The level of detail of a copy. `essential` shows the match, names, and ordinary values (`hiddenValues.ts`), without
 * secrets; `exact` shows everything.
 */
export type Detail = 'essential' | 'exact';

/** The options for the essential level. */
export interface RedactionOptions {
  /** The connection keys, which are treated as secrets everywhere. Kept in memory only. */
  readonly keys: readonly string[];
  /** The values that the user chose to show or hide. */
  readonly choices?: Choices | undefined;
  /** True for titles, in which email addresses, card numbers, and long tokens are also secrets. */
  readonly isTitle?: boolean;
}

/** A redacted log with its row, or a redacted row. */
export interface Redacted<Log = DetectionLog, Row = LogRow | undefined> {
  readonly log: Log;
  readonly row: Row;
  /** The changes to the log's raw data. */
  readonly rawDataEdits: readonly Edit[];
  /** The additional strings, in order. */
  readonly further: readonly Rewritten[];
  /** Number of distinct secrets. */
  readonly count: number;
  /** Number of values in the request that are hidden. */
  readonly hidden: number;
  /** Additional information for the reader: sentences that quote only placeholders and harmless values. */
  readonly notes: readonly Message[];
}

/** Text that was created from a log and is redacted with it, so that the same secret gets the same placeholder. */
export interface FurtherText {
  readonly text: string;
  /** The kind of text: any text, a path, or the value of the given field or header. */
  readonly place: 'text' | 'query' | { readonly field: string } | { readonly header: string };
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

/**
 * Hides all values except the match and ordinary ones, redacts the secrets in the rest, and redacts all other occurrences
 * of a random-looking secret, whether literal, percent-encoded, escaped, or in Base64. Keeps the attack. Linear in the
 * size of the log.
 */
export function redactLog<Row extends LogRow | undefined>(
  log: DetectionLog,
  row: Row,
  options: RedactionOptions,
  more: BesideLog = {},
): Redacted<DetectionLog, Row> {
  return redact({ log, row }, options, more);
}

/** Like `redactLog`, but redacts only a row. */
export function redactRow(
  row: LogRow,
  options: RedactionOptions,
  further: readonly FurtherText[] = [],
): Redacted<undefined, LogRow> {
  return redact({ log: undefined, row }, options, { further });
}

/** Like `redactRow`, but for several rows, of which it returns only the rows. */
export function redactRows({ rows, redaction }: RowsToRedact): readonly LogRow[] {
  return rows.map((row) => redactRow(row, redaction).row);
}

export interface RowsToRedact {
  readonly rows: readonly LogRow[];
  readonly redaction: RedactionOptions;
}

function redact<Log extends DetectionLog | undefined, Row extends LogRow | undefined>(
  before: { readonly log: Log; readonly row: Row },
  options: RedactionOptions,
  { further = [], match, tags }: BesideLog,
): Redacted<Log, Row> {
  const redaction = new Redaction(options, before, match, tags);
  const rawDataEdits: Edit[] = [];
  const visitAll = (visit: Visit) => ({
    log: before.log && visitLog(before.log, visit, rawDataEdits),
    row: before.row && visitRow(before.row, visit),
  });
  visitAll(redaction.find);
  for (const { text, place } of further) redaction.findIn(text, place, []);
  const after = visitAll(redaction.rewrite) as typeof before;
  return {
    ...after,
    rawDataEdits,
    further: redaction.rewriteAll(further),
    count: redaction.redactor.count,
    hidden: redaction.hiddenIn(before),
    notes: redactionNotes(redaction.redactor, before, after),
  };
}

const secretFinder = new SecretFinder(false);
const titleFinder = new SecretFinder(true);

/** The finders of keys, by the keys. */
const keyFinders = new WeakMap<readonly string[], KnownKeys>();

function finderOf(keys: readonly string[]): KnownKeys {
  const known = keyFinders.get(keys) ?? new KnownKeys(keys);
  keyFinders.set(keys, known);
  return known;
}

/** The result of redacting one string. */
interface Done {
  readonly replacements: readonly Replacement[];
  /** The text with hidden values masked. */
  readonly masked: string;
}

class Redaction {
  readonly redactor: Redactor;
  readonly #finder: SecretFinder;
  readonly #keys: KnownKeys;
  readonly #done: Done[] = [];
  readonly #shown: ShownTexts;
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

  constructor(options: RedactionOptions, { log, row }: Subject, match?: KnownMatch, tags?: PlaceholderTags) {
    this.#tags = tags;
    this.#chosen = options.choices && new ChosenValues(options.choices, options.keys);
    this.redactor = new Redactor({ chosen: this.#chosen, tags });
    this.#shown = new ShownTexts({ log, row }, match);
    this.#finder = options.isTitle ? titleFinder : secretFinder;
    this.#keys = finderOf(options.keys);
    this.#isRowAlone = log === undefined && row?.rawData === undefined;
    const messages = [log?.description, row?.description, row?.baseMessage];
    this.#matched = matchedTexts(row?.detectedValue ?? '', messages);
    this.#namesSecret = messages.some((message = '') => namesSecretPlace(message, this.#finder.names));
  }

  /** Returns the number of values that are hidden in the request. */
  hiddenIn({ log, row }: Subject): number {
    const { rawData = row?.uri ?? '', request } = log ?? {};
    const texts = rawData === '' ? (request?.headers ?? []).map(([, value]) => value) : [rawData];
    return texts.reduce((sum, text) => sum + (this.#hidden.get(text) ?? 0), 0);
  }

  /** The first pass: finds the values to hide and the secrets in the rest, without changing anything. */
  readonly find: Visit = (text, place) => {
    this.findIn(text, place, this.#shown.hiddenIn(text, place));
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
    const outside = this.#secretsIn(text, rest, place, hidden).flatMap((each) => outsideOf(each, hidden));
    // Secrets are numbered in the order in which they appear in the text.
    const secrets = outside.toSorted((one, other) => one.start - other.start);
    const marks = hidden.map(({ mark, ...range }) => ({ ...range, placeholder: mark, isHidden: true }));
    this.#done.push({ replacements: [...marks, ...this.redactor.add(text, secrets)], masked: rest });
  }

  /** The second pass, over the same strings in the same order. */
  readonly rewrite: Visit = (text, _, edits) => {
    const { replacements = [], masked: rest } = this.#done[this.#rewritten++] ?? {};
    return this.redactor.rewrite(text, replacements, edits, rest);
  };

  /** The second pass over the additional strings. */
  rewriteAll(further: readonly FurtherText[]): readonly Rewritten[] {
    return further.map(({ text, place }): Rewritten => {
      const edits: Edit[] = [];
      return { text: this.rewrite(text, place, edits), edits };
    });
  }

  #secretsIn(text: string, rest: string, place: Place, hidden: readonly Span[]): readonly Finding[] {
    // A value that the user chose to show is searched completely.
    const elided = this.#chosen?.showsAny ? undefined : hidden;
    const attacks = this.#shown.attacksIn(text, place);
    const inMatch = attacks.flatMap(({ start, end }) => moved(valuesInMatch(text.slice(start, end)), start));
    return [
      ...this.#keys.find(this.#chosen ? text : rest),
      ...[...this.#findAt(rest, place, elided), ...inMatch].filter(
        (each) => !isHarmlessIn(attacks, each, text),
      ),
    ];
  }

  #findAt(text: string, place: Place, hidden?: readonly Span[]): readonly Finding[] {
    const { names } = this.#finder;
    const find = (context: 'query' | 'text' | 'value') => this.#finder.find(text, context, this.#matched);
    if (typeof place === 'object') {
      const name = 'field' in place ? place.field : place.header;
      const kind = 'field' in place ? undefined : names.ofHeader(name);
      const isSecret = 'field' in place && names.isSecret(name);
      if (kind === undefined && !isSecret) return find('text');
      const findings = kind ? headerSecrets(name, kind, text) : [whole(text, name)];
      return findings.flatMap((finding) => survivingAttack(finding, text, this.#matched));
    }
    if (place === 'value' || place === 'address') return [];
    if (place === 'request') return this.#finder.findInRequest(text, this.#matched, hidden);
    if (place === 'message') return [...find('text'), ...secretsInMessage(text, names)];
    if (place === 'detected value') {
      const isValue = this.#namesSecret && !isNoValue(text) && !isAttack(text);
      return isValue ? [whole(text, 'detected value')] : find('value');
    }
    // A secret in a target might be recognizable only in the raw data, for example because a cookie contains it.
    const tokens = place === 'query' && this.#isRowAlone ? findLongTokens(text) : [];
    return [...find(place), ...tokens.filter(({ start, end }) => !isDigest(text.slice(start, end)))];
  }
}

/** Returns the parts of a secret that are not hidden. */
function outsideOf(found: Finding, hidden: readonly TextRange[]): readonly Finding[] {
  const rest = without(found, hidden);
  if (rest[0]?.start === found.start && rest[0].end === found.end) return [found];
  const { plain: _, ...finding } = found;
  return rest.map((range) => ({ ...finding, ...range }));
}

/** Returns true for a part of an attack that is an ordinary value under a harmless name, as in `theme=light' OR 1=1`. */
function isHarmlessIn(attacks: readonly TextRange[], { start, end }: Finding, text: string): boolean {
  if (!attacks.some((attack) => attack.start <= start && attack.end >= end)) return false;
  const before = text.slice(Math.max(0, start - 61), start).split(/[^\w.=-]/);
  const name = /^[^=]*(?==$)/.exec(before.at(-1) ?? '')?.[0] ?? '';
  return isOrdinary(name, text.slice(start, end));
}

function whole(text: string, name: string): Finding {
  return { start: 0, end: text.length, kind: 'secret', name };
}
