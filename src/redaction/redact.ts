/**
 * Hides the values in detection logs and their rows that a reader does not need: all but names, ordinary values, and
 * the attack in the match. A value that is hidden once is hidden in all texts of the log.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { attackStart } from './attackSyntax.ts';
import { type Choices, valueId } from './choices.ts';
import { HiddenTexts } from './hiddenTexts.ts';
import { KnownKeys } from './knownKeys.ts';
import { fullyDecoded } from './levels.ts';
import { type KnownMatch, LogReader, type Place } from './logTexts.ts';
import { namedValues, namesSecret } from './namedValues.ts';
import { isOrdinary } from './ordinary.ts';
import { Remainder } from './remainder.ts';
import { ValueReader, without } from './requestValues.ts';
import { type HiddenRange, joined, KEY, type Segment, segmentsOf } from './segments.ts';
import { findTokens, findWords } from './tokenShapes.ts';
import { personalData, valuesInMatch } from './valuesInMatch.ts';
import { visitLog, visitRow } from './visitLog.ts';

/**
 * The level of detail of a copy. `essential` shows names, ordinary values (`ordinary.ts`), and the attack in the
 * match; `exact` shows everything.
 */
export type Detail = 'essential' | 'exact';

/** The options for the essential level. */
export interface RedactionOptions {
  /** The connection keys, which are hidden everywhere. Kept in memory only. */
  readonly keys: readonly string[];
  /** Names whose values are shown, from the setting `partnerLogs.report.shownNames`. */
  readonly shownNames?: readonly string[];
  /** The values that the user chose to show or hide. */
  readonly choices?: Choices | undefined;
}

/** The texts of a log at a level of detail. */
export interface LogTexts {
  /** Returns a text of the log, or a range of it, as segments. */
  segments(text: string, place: Place, range?: TextRange): readonly Segment[];
}

/** The texts of a log at the exact level. */
export const exactTexts: LogTexts = {
  segments: (text, _, { start, end } = { start: 0, end: text.length }) => [text.slice(start, end)],
};

/** Returns a log and its row with values hidden. Linear in the size of the log. */
export function redactLog<Row extends LogRow | undefined>(
  log: DetectionLog,
  row: Row,
  options: RedactionOptions,
): { readonly log: DetectionLog; readonly row: Row } {
  const redaction = new Redaction(log, row, options);
  const visit = (text: string, place: Place) => joined(redaction.segments(text, place));
  return { log: visitLog(log, visit), row: (row && visitRow(row, visit)) as Row };
}

/** Returns a row with values hidden. */
export function redactRow(row: LogRow, options: RedactionOptions): LogRow {
  const redaction = new Redaction(undefined, row, options);
  return visitRow(row, (text, place) => joined(redaction.segments(text, place)));
}

/** Like `redactRow`, but for several rows. */
export function redactRows({ rows, redaction }: RowsToRedact): readonly LogRow[] {
  return rows.map((row) => redactRow(row, redaction));
}

export interface RowsToRedact {
  readonly rows: readonly LogRow[];
  readonly redaction: RedactionOptions;
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

/** The values to hide in a text. */
interface Searched {
  /** Those found in the text itself. */
  readonly found: readonly HiddenRange[];
  /** The rest of the text. */
  readonly rest: Remainder;
  /** Also those that are hidden elsewhere. */
  complete?: readonly HiddenRange[];
}

/** The texts of a log and its row at the essential level. */
export class Redaction implements LogTexts {
  readonly #keys: KnownKeys;
  /** True if the user can choose to show values. A key in such a value is then hidden on its own. */
  readonly #isChosen: boolean;
  readonly #chosenHidden: KnownKeys;
  readonly #chosenShown: ReadonlySet<string>;
  /** True if the service's messages name the place of a secret, such as “parameter password”. */
  readonly #namesSecret: boolean;
  readonly #reader: LogReader;
  /** The texts that were searched, by place and text. */
  readonly #searched = new Map<string, Map<string, Searched>>();
  readonly #hidden = new HiddenTexts();

  constructor(
    log: DetectionLog | undefined,
    row: LogRow | undefined,
    { keys, choices, shownNames }: RedactionOptions,
    match?: KnownMatch,
  ) {
    this.#reader = new LogReader({ log, row }, new ValueReader(shownNames), match);
    this.#keys = finderOf(keys);
    this.#isChosen = choices !== undefined;
    this.#chosenHidden = new KnownKeys(choices?.hidden ?? [], 1);
    this.#chosenShown = new Set(choices?.shown.map(valueId));
    this.#namesSecret = [log?.description, row?.description, row?.baseMessage].some((text) =>
      namesSecret(text ?? ''),
    );
    const find = (text: string, place: Place) => {
      this.#find(text, place);
      return text;
    };
    if (log) visitLog(log, find);
    if (row) visitRow(row, find);
  }

  segments(text: string, place: Place, range?: TextRange): readonly Segment[] {
    return segmentsOf(text, this.#hiddenIn(text, place), range);
  }

  /** Returns the hidden ranges of a text: those found in it, and those equal to a value that is hidden elsewhere. */
  #hiddenIn(text: string, place: Place): readonly HiddenRange[] {
    const searched = this.#find(text, place);
    const { found, rest } = searched;
    searched.complete ??= mergeSpans([
      ...found,
      ...this.#hidden
        .find(rest.text, text.length > LONG_TEXT ? 1 : undefined)
        .map((span) => this.#chosen(text, rest.place(span))),
    ]);
    return searched.complete;
  }

  /** Finds the values to hide in a text because of its own content, and adds them to the values hidden elsewhere. */
  #find(text: string, place: Place): Searched {
    const name = typeof place === 'string' ? place : JSON.stringify(place);
    const atPlace = this.#searched.get(name) ?? new Map<string, Searched>();
    const known = atPlace.get(text);
    if (known) return known;
    const searched = this.#search(text, place);
    this.#searched.set(name, atPlace.set(text, searched));
    for (const { start, end, isShown } of searched.found)
      if (!isShown) this.#hidden.add(text.slice(start, end));
    return searched;
  }

  #search(text: string, place: Place): Searched {
    const { hidden, attacks, allowed } = this.#reader.read(text, place);
    const usual = mergeSpans(hidden.map((range) => this.#chosen(text, range)));
    const rest = new Remainder(
      text,
      usual.filter(({ isShown }) => !isShown),
    );
    const within = (spans: readonly Span[]) => spans.map((span) => rest.place(span));
    const keys = (this.#isChosen ? this.#keys.find(text) : within(this.#keys.find(rest.text))).map(
      (span) => ({ ...span, kind: KEY }),
    );
    const chosen = within(this.#chosenHidden.find(rest.text));
    const first = keys.length + chosen.length === 0 ? usual : added(added(mergeSpans(keys), chosen), usual);
    const isSecret =
      place === 'detected value' && this.#namesSecret && attackStart(fullyDecoded(text), false) === undefined;
    const others = isSecret
      ? [{ start: 0, end: text.length }]
      : [...inAttacks(text, attacks), ...within(inText(rest.text, place))];
    const found = added(
      first,
      mergeSpans(others)
        .flatMap((span) => without(span, allowed))
        .map((span) => this.#chosen(text, span)),
    );
    return { found, rest: found === usual ? rest : new Remainder(text, found) };
  }

  /** Marks a range as shown if the user chose to show its value and it contains no key. */
  #chosen<Range extends TextRange>(text: string, range: Range): Range & HiddenRange {
    if (this.#chosenShown.size === 0) return range;
    const value = text.slice(range.start, range.end);
    const isShown = this.#chosenShown.has(valueId(value)) && this.#keys.find(value).length === 0;
    return isShown ? { ...range, isShown } : range;
  }
}

/** Adds ranges to others, without the parts that those contain. */
function added(known: readonly HiddenRange[], more: readonly HiddenRange[]): readonly HiddenRange[] {
  if (more.length === 0) return known;
  if (known.length === 0) return mergeSpans(more);
  const parts = more.flatMap((range) => without(range, known).map((part) => ({ ...range, ...part })));
  return mergeSpans([...known, ...parts]);
}

/** Returns the values in the attacks that are not part of them. */
function inAttacks(text: string, attacks: readonly TextRange[]): readonly Span[] {
  return attacks.flatMap(({ start, end }) => {
    const attack = text.slice(start, end);
    return [...valuesInMatch(attack), ...namedValues(attack)]
      .map((span) => ({ start: span.start + start, end: span.end + start }))
      .filter((span) => !isHarmless(span, text));
  });
}

/** Returns the tokens, words, and named values in a text. */
function inText(text: string, place: Place): readonly Span[] {
  if (place === 'address') return [];
  const isMessage = place === 'message';
  return [
    ...[...findTokens(text), ...findWords(text)],
    ...(isMessage || place === 'detected value' ? namedValues(text) : []),
    ...(isMessage ? personalData(text) : []),
  ];
}

/** Returns true for a part of an attack that is an ordinary value under a harmless name, as in `theme=light' OR 1=1`. */
function isHarmless({ start, end }: Span, text: string): boolean {
  const before = text.slice(Math.max(0, start - 61), start).split(/[^\w.=-]/);
  const name = /^[^=]*(?==$)/.exec(before.at(-1) ?? '')?.[0] ?? '';
  return isOrdinary(name, text.slice(start, end));
}
