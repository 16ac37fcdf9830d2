/**
 * Hides the values in detection logs and their rows that a reader does not need: all but names, ordinary values, and
 * the attack in the match. A value that is hidden once is hidden in all texts of the log.
 */
import { MappedText, Rewriter, type TextRange } from '../http/decode/mappedText.ts';
import type { Matching } from '../http/match.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { mergeSpans, type Span } from '../text/spans.ts';
import { attackStart } from './attack.ts';
import { namedValues, personalData, valuesInMatch } from './attackValues.ts';
import { HiddenTexts } from './hiddenTexts.ts';
import { KnownKeys } from './knownKeys.ts';
import { fullyDecoded } from './levels.ts';
import { LogReader, type Place } from './logTexts.ts';
import { isOrdinary, namesSecret } from './ordinary.ts';
import { type HiddenRange, joined, KEY, type Segment, segmentsOf, valueId, without } from './segments.ts';
import { findTokens, findWords } from './tokens.ts';
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
  /**
   * The values that the user chose to show, in any encoding (`valueId`). A value that contains a connection's key is
   * never shown.
   */
  readonly shown?: readonly string[] | undefined;
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

export interface RowsToRedact {
  readonly rows: readonly LogRow[];
  readonly redaction: RedactionOptions;
}

/** Like `redactRow`, but for several rows. */
export function redactRows({ rows, redaction }: RowsToRedact): readonly LogRow[] {
  return rows.map((row) => redactRow(row, redaction));
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
/** The character in place of a hidden value while the rest is searched. It is no part of a word or of a token. */
const HIDDEN = '\u2022';

/** The values to hide in a text because of its own content, and those that are hidden elsewhere, once they are known. */
interface Searched {
  readonly text: string;
  readonly found: readonly HiddenRange[];
  complete?: readonly HiddenRange[];
}

/** The texts of a log and its row at the essential level. */
export class Redaction implements LogTexts {
  readonly #keys: KnownKeys;
  /** True if the user can choose to show values. A key in such a value is then hidden on its own. */
  readonly #chosenShown: ReadonlySet<string>;
  /** True if the service's messages name the place of a secret, such as “parameter password”. */
  readonly #namesSecret: boolean;
  readonly #reader: LogReader;
  /** The texts that were searched, by place and text. */
  readonly #searched = new Map<string, Map<string, Searched>>();
  readonly #hidden = new HiddenTexts();
  /** The values in each attack, which usually occurs in the request, the detected value, and the messages. */
  readonly #values = new Map<string, readonly Span[]>();

  /** @param match the match, if it is already known */
  constructor(
    log: DetectionLog | undefined,
    row: LogRow | undefined,
    { keys, shown, shownNames }: RedactionOptions,
    match?: { readonly matching: Matching },
  ) {
    this.#reader = new LogReader(log, row, shownNames, match);
    this.#keys = finderOf(keys);
    this.#chosenShown = new Set(shown?.map(valueId));
    this.#namesSecret = namesSecret([log?.description, row?.description, row?.baseMessage].join('\n'));
    const find = (text: string, place: Place) => this.#find(text, place).text;
    if (log) visitLog(log, find);
    if (row) visitRow(row, find);
  }

  segments(text: string, place: Place, range?: TextRange): readonly Segment[] {
    const searched = this.#find(text, place);
    const most = text.length > LONG_TEXT ? 1 : undefined;
    searched.complete ??= mergeSpans([
      ...searched.found,
      ...this.#chosen(text, this.#hidden.find(restOf(text, searched.found), most)),
    ]);
    return segmentsOf(text, searched.complete, range);
  }

  /** Finds the values to hide in a text, and adds them to those that are hidden elsewhere. */
  #find(text: string, place: Place): Searched {
    const name = typeof place === 'string' ? place : JSON.stringify(place);
    const atPlace = this.#searched.get(name) ?? new Map<string, Searched>();
    const known = atPlace.get(text);
    if (known) return known;
    const searched = { text, found: this.#search(text, place) };
    this.#searched.set(name, atPlace.set(text, searched));
    for (const { start, end, isShown } of searched.found)
      if (!isShown) this.#hidden.add(text.slice(start, end));
    return searched;
  }

  #search(text: string, place: Place): readonly HiddenRange[] {
    const { hidden, attacks, allowed } = this.#reader.read(text, place);
    const usual = mergeSpans(this.#chosen(text, hidden));
    const rest = restOf(
      text,
      usual.filter(({ isShown }) => !isShown),
    );
    const keys = this.#keys
      .find(this.#chosenShown.size > 0 ? text : rest)
      .map((span) => ({ ...span, kind: KEY }));
    const first = added(mergeSpans(keys), usual);
    const isSecret =
      place === 'detected value' && this.#namesSecret && attackStart(fullyDecoded(text), false) === undefined;
    const others = isSecret
      ? [{ start: 0, end: text.length }]
      : [...this.#inAttacks(text, attacks), ...inText(rest.text, place).map((span) => rest.toRaw(span))];
    const shownOthers = mergeSpans(others).flatMap((span) => without(span, allowed));
    return added(first, this.#chosen(text, shownOthers));
  }

  /** Returns the values in the attacks that are not part of them. */
  #inAttacks(text: string, attacks: readonly TextRange[]): readonly Span[] {
    return attacks.flatMap(({ start, end }) => {
      const attack = text.slice(start, end);
      const values = this.#values.get(attack) ?? [...valuesInMatch(attack), ...namedValues(attack)];
      this.#values.set(attack, values);
      return values
        .map((span) => ({ start: span.start + start, end: span.end + start }))
        .filter((span) => !isHarmless(span, text));
    });
  }

  /** Marks ranges as shown if the user chose to show their values and they contain no key. */
  #chosen<Range extends TextRange>(text: string, ranges: readonly Range[]): readonly (Range & HiddenRange)[] {
    if (this.#chosenShown.size === 0) return ranges;
    return ranges.map((range) => {
      const value = text.slice(range.start, range.end);
      const isShown = this.#chosenShown.has(valueId(value)) && this.#keys.find(value).length === 0;
      return isShown ? { ...range, isShown } : range;
    });
  }
}

/** Returns the parts of a text that are not hidden, joined, so that each search passes over them only once. */
function restOf(text: string, hidden: readonly Span[]): MappedText {
  if (hidden.length === 0) return MappedText.raw(text);
  const rest = new Rewriter(text);
  for (const { start, end } of hidden) {
    rest.copy(start);
    rest.put(HIDDEN, end);
  }
  rest.copy(text.length);
  return MappedText.raw(text).become(rest.finish());
}

/** Adds ranges to others, without the parts that those contain. */
function added(known: readonly HiddenRange[], more: readonly HiddenRange[]): readonly HiddenRange[] {
  if (more.length === 0 || known.length === 0) return mergeSpans([...known, ...more]);
  const parts = more.flatMap((range) => without(range, known).map((part) => ({ ...range, ...part })));
  return mergeSpans([...known, ...parts]);
}

/** Returns the tokens, words, and named values in a text. */
function inText(text: string, place: Place): readonly Span[] {
  if (place === 'address') return [];
  return [
    ...findTokens(text),
    ...findWords(text),
    ...(place === 'message' || place === 'detected value' ? namedValues(text) : []),
    ...(place === 'message' ? personalData(text) : []),
  ];
}

/** Returns true for a part of an attack that is an ordinary value under a harmless name, as in `theme=light' OR 1=1`. */
function isHarmless({ start, end }: Span, text: string): boolean {
  const name = /[\w.-]{0,60}(?==$)/.exec(text.slice(Math.max(0, start - 61), start))?.[0] ?? '';
  return isOrdinary(name, text.slice(start, end));
}
