/** Finds the values in each text of a log that the essential level hides because of their place. */
import type { TextRange } from '../http/decode/mappedText.ts';
import { readFields } from '../http/fields/readFields.ts';
import { findMatch } from '../http/findMatch.ts';
import { isFound, type Matching, mainMatch } from '../http/match.ts';
import type { DetectionLog, LogRow, RowTextKind } from '../service/model.ts';
import { findAll, mergeSpans } from '../text/spans.ts';
import { LONGEST_MATCH, type ReadText, ValueReader, within } from './requestValues.ts';

/** The kind of text, which determines where it can contain values. */
export type Place = RowTextKind | { readonly header: string } | { readonly field: string };

/** Minimum length, in units, of a match that is shown everywhere; a shorter one is shown only at its main location. */
const SHORTEST_MATCH = 4;
/** Maximum number of occurrences of a match to show in one string. */
const MOST_PLACES = 20;
/**
 * Maximum ratio of the length of a match in the raw data to the length of its value. A match in a compressed body
 * covers the complete body.
 */
const MOST_ENCODED = 6;

export class LogReader {
  readonly #reader: ValueReader;
  readonly #rawData: string;
  readonly #inRawData: ReadText;
  /** The match as sent. */
  readonly #sent: readonly string[];
  readonly #matches: readonly TextRange[];
  /** The matched text, if nothing of it is hidden in the raw data because of its place. */
  readonly #shownValue: string | undefined;

  /** @param known the match, if it is already known */
  constructor(
    log: DetectionLog | undefined,
    row: LogRow | undefined,
    shownNames: readonly string[] | undefined,
    known?: { readonly matching: Matching },
  ) {
    this.#reader = new ValueReader(shownNames);
    this.#rawData = log?.rawData ?? row?.rawData ?? '';
    const description = log?.description ?? row?.description ?? '';
    const { detectedValue = '' } = row ?? {};
    const read = readFields(this.#rawData);
    const matched = { rawData: this.#rawData, description, detectedValue };
    // Only for speed: without either text, there is no match to find.
    const isMatched = detectedValue !== '' || description !== '';
    const found = known ?? (isMatched ? findMatch(matched, read) : undefined);
    const matching = found?.matching;
    this.#matches = rangesOf(matching);
    this.#inRawData = this.#reader.request(this.#rawData, this.#matches, read);
    const isShown = this.#matches.every((range) => within(this.#inRawData, range).hidden.length === 0);
    this.#shownValue = isFound(matching) && isShown ? matching.value : undefined;
    const sent = this.#matches.map(({ start, end }) => this.#rawData.slice(start, end));
    this.#sent = [...new Set([detectedValue, ...sent])].filter(
      ({ length }) => length >= SHORTEST_MATCH && length <= LONGEST_MATCH,
    );
  }

  read(text: string, place: Place): ReadText {
    if (place === 'value' || place === 'address') return { hidden: [], attacks: [], allowed: [] };
    if (place === 'detected value') return this.#readDetectedValue(text);
    if (place === 'request' && text === this.#rawData) return this.#inRawData;
    const matches = mergeSpans(this.#sent.flatMap((sent) => findAll(text, sent, MOST_PLACES)));
    if (place === 'text' || place === 'message')
      return { hidden: afterMatch(text), attacks: matches, allowed: [] };
    if (place === 'request') return this.#reader.request(text, matches);
    if (place === 'query') return this.#reader.target(text, matches);
    return 'header' in place
      ? this.#reader.header(place.header, text, matches)
      : this.#reader.value(place.field, text, matches);
  }

  /** Reads the text that the rule matched, which can contain several fields, like a request. */
  #readDetectedValue(text: string): ReadText {
    const sent = this.#matches.find(({ start, end }) => this.#rawData.slice(start, end) === text);
    if (sent) return within(this.#inRawData, sent);
    const match = { start: 0, end: text.length };
    const after = afterMatch(text);
    if (text === this.#shownValue) return { hidden: after, attacks: [match], allowed: [] };
    // The first value of several can be without its name, and a member of an object without the object.
    const isQuery = /^[^\s=]{0,2000}&[\w.%[\]-]{1,60}=\S*$/.test(text);
    const before = isQuery ? 'GET /?' : /^"[^"\\]{1,60}"\s{0,5}:/.test(text) ? '{' : '';
    const read = this.#reader.part(before, text, isQuery ? ' HTTP/1.1' : '', [match]);
    return { ...read, hidden: mergeSpans([...read.hidden, ...after]) };
  }
}

/** Returns the range to hide at the end of a long match. */
function afterMatch({ length }: string): readonly TextRange[] {
  return length <= LONGEST_MATCH ? [] : [{ start: LONGEST_MATCH, end: length }];
}

function rangesOf(matching: Matching): readonly TextRange[] {
  if (!isFound(matching)) return [];
  const main = mainMatch(matching);
  const isShort = matching.value.length < SHORTEST_MATCH;
  const all = isShort && main ? [main] : matching.matches.slice(0, MOST_PLACES);
  const longest = MOST_ENCODED * matching.value.length + MOST_ENCODED;
  const ranges = all.filter(({ start, end }) => end - start <= longest);
  return mergeSpans(ranges.map(({ start, end }) => ({ start, end: Math.min(end, start + LONGEST_MATCH) })));
}
