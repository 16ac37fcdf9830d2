/**
 * Hides the values in detection logs and their rows that a reader does not need: all but names, ordinary values, and
 * the attack in the match. A value that is hidden once is hidden in all texts of the log.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Matching } from '../http/match.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { ascending, mergeSpans } from '../text/spans.ts';
import { HiddenTexts, SHORTEST_TEXT } from './hiddenTexts.ts';
import { KnownKeys } from './knownKeys.ts';
import { LogReader, type Place } from './logTexts.ts';
import { randomWords, SHORTEST_RANDOM } from './randomWords.ts';
import { type HiddenRange, joined, KEY, type Segment, segmentsOf, shifted, valueId } from './segments.ts';
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
  /** The IDs (`valueId`) of the values that the user chose to show. One that contains a connection's key is never shown. */
  readonly shown?: readonly string[] | undefined;
  /** The texts that the user chose to hide in a report, wherever they occur. */
  readonly hidden?: readonly string[] | undefined;
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
/** The values to hide in a text because of its own content, and those that are hidden elsewhere, once they are known. */
interface Searched {
  readonly text: string;
  readonly found: readonly HiddenRange[];
  complete?: readonly HiddenRange[];
}

/** The texts of a log and its row at the essential level. */
export class Redaction implements LogTexts {
  readonly #keys: KnownKeys;
  /** See `RedactionOptions.shown`. */
  readonly #chosenShown: ReadonlySet<string>;
  readonly #reader: LogReader;
  /** The texts that were searched, by place and text. */
  readonly #searched = new Map<string, Map<string, Searched>>();
  readonly #hidden: HiddenTexts;

  /** @param match the match, if it is already known */
  constructor(
    log: DetectionLog | undefined,
    row: LogRow | undefined,
    { keys, shown, shownNames }: RedactionOptions,
    match?: { readonly matching: Matching },
  ) {
    this.#reader = new LogReader(log, row, shownNames, match);
    this.#hidden = new HiddenTexts(this.#reader.host);
    this.#keys = finderOf(keys);
    this.#chosenShown = new Set(shown);
    const find = (text: string, place: Place) => this.#find(text, place).text;
    if (log) visitLog(log, find);
    if (row) visitRow(row, find);
  }

  segments(text: string, place: Place, range?: TextRange): readonly Segment[] {
    const searched = this.#find(text, place);
    const most = text.length > LONG_TEXT ? 1 : undefined;
    searched.complete ??= withGaps(text, searched.found, SHORTEST_TEXT, (part) =>
      this.#chosen(part, this.#hidden.find(part, most)),
    );
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
    const keys = this.#keys.find(text).map((span) => ({ ...span, kind: KEY }));
    const hidden = this.#chosen(text, mergeSpans([...keys, ...this.#reader.read(text, place)]));
    if (place === 'address') return hidden;
    return withGaps(text, hidden, SHORTEST_RANDOM, (part) => this.#chosen(part, randomWords(part)));
  }

  /** Marks ranges as shown if the user chose or allows to show their values and they contain no key. */
  #chosen(text: string, ranges: readonly HiddenRange[]): readonly HiddenRange[] {
    return ranges.map((range) => {
      if (this.#chosenShown.size === 0 && !range.isShown) return range;
      const value = text.slice(range.start, range.end);
      const isWanted = range.isShown || this.#chosenShown.has(valueId(value));
      return { ...range, isShown: isWanted && this.#keys.find(value).length === 0 };
    });
  }
}

/** Adds the ranges that are found in the text between others, unless it is shorter than the shortest of them. */
function withGaps(
  text: string,
  known: readonly HiddenRange[],
  shortest: number,
  find: (part: string) => readonly HiddenRange[],
): readonly HiddenRange[] {
  // Only for speed: the same names are between many values.
  const parts = new Map<string, readonly HiddenRange[]>();
  const more: HiddenRange[] = [];
  let start = 0;
  for (const { start: end, end: next } of [...known, { start: text.length, end: text.length }]) {
    if (end - start >= shortest) {
      const part = text.slice(start, end);
      const found = parts.get(part) ?? find(part);
      parts.set(part, found);
      for (const range of found) more.push(shifted(range, start));
    }
    start = next;
  }
  return more.length === 0 ? known : ascending([...known, ...more]);
}
