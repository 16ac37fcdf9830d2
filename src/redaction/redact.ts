/**
 * Replaces the values in detection logs and their rows that a reader does not need: all but names, ordinary values, and
 * the attack in the match. A value that is hidden once is hidden in all texts of the log.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { attackStart } from './attackSyntax.ts';
import { type Choices, ChosenValues, valueId } from './choices.ts';
import type { Edit, Rewritten } from './edits.ts';
import { HiddenTexts } from './hiddenTexts.ts';
import { type HiddenValue, without } from './hiddenValues.ts';
import { KnownKeys } from './knownKeys.ts';
import { fullyDecoded } from './levels.ts';
import { namedValues, namesSecret } from './namedValues.ts';
import { isOrdinary } from './ordinary.ts';
import { lengthMark, withForeignMarked } from './placeholders.ts';
import type { PlaceholderTags } from './placeholderTags.ts';
import { type KnownMatch, type Place, ShownTexts, type Subject } from './shownTexts.ts';
import { findTokens, findWords } from './tokenShapes.ts';
import { valuesInMatch } from './valuesInMatch.ts';
import { type Visit, visitLog, visitRow } from './visitLog.ts';

/**
 * The level of detail of a copy. `essential` shows names, ordinary values (`hiddenValues.ts`), and the attack in the
 * match; `exact` shows everything.
 */
export type Detail = 'essential' | 'exact';

/** The options for the essential level. */
export interface RedactionOptions {
  /** The connection keys, which are hidden everywhere. Kept in memory only. */
  readonly keys: readonly string[];
  /** The values that the user chose to show or hide. */
  readonly choices?: Choices | undefined;
}

/** A redacted log with its row, or a redacted row. */
export interface Redacted<Log = DetectionLog, Row = LogRow | undefined> {
  readonly log: Log;
  readonly row: Row;
  /** The changes to the log's raw data. */
  readonly rawDataEdits: readonly Edit[];
  /** The additional strings, in order. */
  readonly further: readonly Rewritten[];
  /** Number of different hidden values in the log and its row. */
  readonly hidden: number;
  /** Additional information for the reader: sentences that quote nothing from the log. */
  readonly notes: readonly Message[];
}

/** Text that was created from a log and is redacted with it. */
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

/** Redacts a log and its row. Linear in the size of the log. */
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

const FOREIGN = message(
  'The log contains text that looks like redaction placeholders. It is marked as part of the log.',
);

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
  const { hidden } = redaction;
  return {
    ...after,
    rawDataEdits,
    further: further.map(({ text, place }): Rewritten => {
      const edits: Edit[] = [];
      return { text: redaction.rewrite(text, place, edits), edits };
    }),
    hidden,
    notes: redaction.hasForeign ? [FOREIGN] : [],
  };
}

/** The finders of keys, by the keys. */
const keyFinders = new WeakMap<readonly string[], KnownKeys>();

function finderOf(keys: readonly string[]): KnownKeys {
  const known = keyFinders.get(keys) ?? new KnownKeys(keys);
  keyFinders.set(keys, known);
  return known;
}

/** Length, in UTF-16 units, of a text in which only hidden values of one word are found again. */
const LONG_TEXT = 16 * 1024;

class Redaction {
  readonly #keys: KnownKeys;
  /** True if the service's messages name the place of a secret, such as “parameter password”. */
  readonly #namesSecret: boolean;
  readonly #shown: ShownTexts;
  readonly #chosen: ChosenValues | undefined;
  readonly #tags: PlaceholderTags | undefined;
  /** The values that were found in each string, in the order of the strings. */
  readonly #found: (readonly HiddenValue[])[] = [];
  readonly #hidden = new HiddenTexts();
  readonly #distinct = new Set<string>();
  #rewritten = 0;
  /** True if a string contained something that looked like a placeholder. */
  hasForeign = false;

  constructor(options: RedactionOptions, subject: Subject, match?: KnownMatch, tags?: PlaceholderTags) {
    this.#tags = tags;
    this.#chosen = options.choices && new ChosenValues(options.choices, options.keys);
    this.#shown = new ShownTexts(subject, match);
    this.#keys = finderOf(options.keys);
    const { log, row } = subject;
    this.#namesSecret = [log?.description, row?.description, row?.baseMessage].some((text) =>
      namesSecret(text ?? ''),
    );
  }

  /** The number of different hidden values. */
  get hidden(): number {
    return this.#distinct.size;
  }

  /** The first pass: finds the values to hide, without changing anything. */
  readonly find: Visit = (text, place) => {
    this.findIn(text, place, this.#shown.hiddenIn(text, place));
    return text;
  };

  /** @param usual the ranges that are hidden because of their position in the text */
  findIn(text: string, place: Place, usual: readonly HiddenValue[]): void {
    // A key in a value that the user can choose to show is hidden on its own.
    const keys = this.#keys
      .find(this.#chosen ? text : masked(text, usual))
      .map(({ start, end }) => ({ start, end, mark: lengthMark(end - start, 'key') }));
    const known = mergeSpans([...keys, ...usual]);
    const attacks = this.#shown.attacksIn(text, place);
    const isSecret =
      place === 'detected value' && this.#namesSecret && attackStart(fullyDecoded(text), false) === undefined;
    const others = isSecret
      ? [{ start: 0, end: text.length }]
      : [...this.#inAttacks(text, attacks), ...inText(masked(text, known), place)];
    const added = mergeSpans(others)
      .flatMap((each) => without(each, known))
      .map(marked);
    const all = mergeSpans([...known, ...added]);
    const hidden = this.#chosen ? this.#chosen.hiddenIn(text, all, keys, this.#tags) : all;
    for (const { start, end } of hidden) this.#hidden.add(text.slice(start, end));
    this.#found.push(hidden);
  }

  #inAttacks(text: string, attacks: readonly TextRange[]): readonly Span[] {
    return attacks.flatMap(({ start, end }) => {
      const attack = text.slice(start, end);
      return [...valuesInMatch(attack), ...namedValues(attack)]
        .map((span) => ({ start: span.start + start, end: span.end + start }))
        .filter((span) => !isHarmless(span, text));
    });
  }

  /** The second pass, over the same strings in the same order: hides the values and their other occurrences. */
  readonly rewrite: Visit = (text, _, edits) => {
    const found = this.#found[this.#rewritten++] ?? [];
    const rest = masked(text, found);
    const again = this.#hidden
      .find(rest, text.length > LONG_TEXT ? 1 : undefined)
      .filter(({ start, end }) => !this.#chosen?.isShown(valueId(text.slice(start, end))));
    const pieces: string[] = [];
    let end = 0;
    for (const value of mergeSpans([...found, ...again.map(marked)])) {
      const { start, mark, isFound = false } = value;
      const hidden = text.slice(start, value.end);
      this.#distinct.add(hidden);
      pieces.push(this.#marked(text.slice(end, start), end, edits), this.#tagged(hidden, mark));
      end = value.end;
      edits?.push({ start, end, length: mark.length, ...(isFound && { isFound }) });
    }
    return pieces.join('') + this.#marked(text.slice(end), end, edits);
  };

  #tagged(value: string, mark: string): string {
    if (this.#tags === undefined) return mark;
    const id = valueId(value);
    return this.#tags.tagged(mark, { id, isKey: mark.startsWith(KEY_MARK) });
  }

  #marked(text: string, offset: number, edits: Edit[] | undefined): string {
    const result = withForeignMarked(text, (start, end, length) =>
      edits?.push({ start: offset + start, end: offset + end, length }),
    );
    this.hasForeign ||= result !== text;
    return result;
  }
}

const KEY_MARK = '‹key,';

function marked({ start, end }: Span): HiddenValue {
  return { start, end, mark: lengthMark(end - start), isFound: true };
}

/** Returns the tokens, words, and named values in a text, apart from the parts that are hidden. */
function inText(rest: string, place: Place): readonly Span[] {
  if (place === 'value' || place === 'address') return [];
  const isMessage = place === 'message' || place === 'detected value';
  return [...findTokens(rest), ...findWords(rest), ...(isMessage ? namedValues(rest) : [])];
}

/** Replaces each hidden value. It is no part of a word or of a token. */
const MASK = '\u2022';

function masked(text: string, hidden: readonly Span[]): string {
  if (hidden.length === 0) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const span of hidden) {
    pieces.push(text.slice(end, span.start), MASK.repeat(span.end - span.start));
    end = span.end;
  }
  return pieces.join('') + text.slice(end);
}

/** Returns true for a part of an attack that is an ordinary value under a harmless name, as in `theme=light' OR 1=1`. */
function isHarmless({ start, end }: Span, text: string): boolean {
  const before = text.slice(Math.max(0, start - 61), start).split(/[^\w.=-]/);
  const name = /^[^=]*(?==$)/.exec(before.at(-1) ?? '')?.[0] ?? '';
  return isOrdinary(name, text.slice(start, end));
}
