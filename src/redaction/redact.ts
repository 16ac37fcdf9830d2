/**
 * Hides the values in detection logs and their rows that a reader does not need: all but names, ordinary values, and
 * the attack in the match. A value that is hidden once is hidden in all texts of the log.
 */
import type { TextRange } from '../http/decode/mappedText.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { mergeSpans } from '../text/spans.ts';
import { HiddenTexts } from './hiddenTexts.ts';
import { KnownKeys } from './knownKeys.ts';
import { type KnownMatch, LogReader, type Place } from './logReader.ts';
import { randomWords } from './randomWords.ts';
import {
  asForeign,
  hideIn,
  joined,
  KEY,
  type Segment,
  segmentsOf,
  sliceSegments,
  valueId,
} from './segments.ts';
import { visitTexts } from './visitTexts.ts';

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
  /** Passed to `readFields`. */
  readonly decompressedLimit?: number;
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
  return { log: visitTexts(log, visit), row: (row && visitTexts(row, visit)) as Row };
}

/** Returns a row with values hidden. */
export function redactRow(row: LogRow, options: RedactionOptions): LogRow {
  const redaction = new Redaction(undefined, row, options);
  return visitTexts(row, (text, place) => joined(redaction.segments(text, place)));
}

/** The finders of keys, by the keys. */
const keyFinders = new WeakMap<readonly string[], KnownKeys>();

/** A text with the values hidden that its own content shows to be values, and also those that are hidden elsewhere. */
interface Searched {
  readonly text: string;
  readonly own: readonly Segment[];
  complete?: readonly Segment[];
}

/** The texts of a log and its row at the essential level. */
export class Redaction implements LogTexts {
  readonly #keys: KnownKeys;
  /** See `RedactionOptions.shown`. */
  readonly #shown: ReadonlySet<string>;
  readonly #reader: LogReader;
  /** The texts that were searched, by place and text. */
  readonly #searched = new Map<string, Map<string, Searched>>();
  readonly #hidden: HiddenTexts;

  /** @param match the match, if it is already known */
  constructor(
    log: DetectionLog | undefined,
    row: LogRow | undefined,
    { keys, shown, ...options }: RedactionOptions,
    match?: KnownMatch,
  ) {
    this.#reader = new LogReader(log, row, options, match);
    this.#hidden = new HiddenTexts(this.#reader.host);
    this.#keys = keyFinders.get(keys) ?? new KnownKeys(keys);
    keyFinders.set(keys, this.#keys);
    this.#shown = new Set(shown);
    for (const texts of [log, row])
      if (texts) visitTexts(texts, (text, place) => this.#search(text, place).text);
  }

  segments(text: string, place: Place, range?: TextRange): readonly Segment[] {
    const searched = this.#search(text, place);
    searched.complete ??= this.#chosen(hideIn(searched.own, (part) => this.#hidden.find(part)));
    return asForeign(range ? sliceSegments(searched.complete, range) : searched.complete);
  }

  /** Hides the values in a text, and adds them to those that are hidden elsewhere. */
  #search(text: string, place: Place): Searched {
    const id = JSON.stringify(place);
    const atPlace = this.#searched.get(id) ?? new Map<string, Searched>();
    const known = atPlace.get(text);
    if (known) return known;
    const keys = this.#keys.find(text).map((span) => ({ ...span, kind: KEY }));
    const read = segmentsOf(text, mergeSpans([...keys, ...this.#reader.read(text, place)]));
    const own = this.#chosen(place === 'address' ? read : hideIn(read, randomWords));
    const searched = { text, own };
    this.#searched.set(id, atPlace.set(text, searched));
    for (const each of own)
      if (typeof each !== 'string' && each.shown === undefined) this.#hidden.add(each.value);
    return searched;
  }

  /** Shows the values that the user chose or allows to be shown, unless they contain a key. */
  #chosen(segments: readonly Segment[]): readonly Segment[] {
    return segments.map((each) => {
      if (typeof each === 'string') return each;
      if (each.shown === undefined && (this.#shown.size === 0 || !this.#shown.has(valueId(each.value))))
        return each;
      return { ...each, shown: this.#keys.find(each.value).length === 0 ? each.value : undefined };
    });
  }
}
