/** Finds the values in each text of a log that the essential level hides because of their place. */
import type { TextRange } from '../http/decode/mappedText.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { findMatch } from '../http/findMatch.ts';
import { isFound, type Matching, mainMatch } from '../http/match.ts';
import { hostOf } from '../http/rawHttp.ts';
import type { DetectionLog, LogRow, RowTextKind } from '../service/model.ts';
import { findAll, mergeSpans, shifted } from '../text/spans.ts';
import { hiddenInMatch, hiddenInMessage } from './matchedText.ts';
import type { RedactionOptions } from './redact.ts';
import { ValueReader } from './requestValues.ts';
import type { HiddenRange } from './segments.ts';

/** The kind of text, which determines where it can contain values. */
export type Place = RowTextKind | { readonly header: string } | { readonly field: string };

/** The raw data of a log, read once, and the match in it. */
export interface KnownMatch {
  readonly read: ReadRequest;
  readonly matching: Matching;
}

/** Maximum number of UTF-16 units of a match to show. */
const LONGEST_MATCH = 2_000;
/** Minimum length, in units, of a match that is shown everywhere; a shorter one is shown only at its main location. */
const SHORTEST_MATCH = 4;
/** Maximum number of occurrences of a match to show in one string. */
const MOST_PLACES = 20;
export class LogReader {
  /** The protected host, as the request names it. */
  readonly host: string;
  readonly #decompressedLimit: number | undefined;
  readonly #reader: ValueReader;
  readonly #rawData: string;
  readonly #inRawData: readonly HiddenRange[];
  /** The match as sent. */
  readonly #sent: readonly string[];
  /** The ranges to hide in each matched text, which usually occurs in several texts. */
  readonly #inMatches = new Map<string, readonly TextRange[]>();
  /** The field that contains the match. */
  readonly #name: string;

  /** @param known the match, if it is already known */
  constructor(
    log: DetectionLog | undefined,
    row: LogRow | undefined,
    { shownNames, decompressedLimit }: Pick<RedactionOptions, 'shownNames' | 'decompressedLimit'>,
    known?: KnownMatch,
  ) {
    this.#decompressedLimit = decompressedLimit;
    const rawData = log?.rawData ?? row?.rawData ?? '';
    const description = log?.description ?? row?.description ?? '';
    const { detectedValue = '' } = row ?? {};
    const read = known?.read ?? readFields(rawData, decompressedLimit);
    // Only for speed: without either text, there is no match to find.
    const matched = { rawData, description, detectedValue };
    const find = () => (detectedValue || description ? findMatch(matched, read).matching : undefined);
    const matching = known ? known.matching : find();
    const matches = rangesOf(matching);
    const field = isFound(matching) ? read.fields[mainMatch(matching)?.field ?? -1] : undefined;
    this.host = hostOf(read.request);
    this.#reader = new ValueReader(shownNames, this.host);
    this.#rawData = rawData;
    this.#inRawData = this.#reader.request(rawData, matches, read);
    this.#name = field?.name ?? '';
    const sent = matches.map(({ start, end }) => rawData.slice(start, end));
    this.#sent = [...new Set([detectedValue, ...sent])].filter(
      ({ length }) => length >= SHORTEST_MATCH && length <= LONGEST_MATCH,
    );
  }

  /** Returns the ranges of a text of the log to hide, in ascending order and disjoint. */
  read(text: string, place: Place): readonly HiddenRange[] {
    if (place === 'value' || place === 'address') return [];
    if (place === 'request' && text === this.#rawData) return this.#inRawData;
    if (place === 'detected value') {
      const match = { start: 0, end: Math.min(text.length, LONGEST_MATCH) };
      return [...this.#inMatch(text, match), ...afterMatch(text)];
    }
    const matches = mergeSpans(this.#sent.flatMap((sent) => findAll(text, sent, MOST_PLACES)));
    if (place === 'request')
      return this.#reader.request(text, matches, readFields(text, this.#decompressedLimit));
    if (place === 'query') return this.#reader.target(text, matches);
    if (place === 'text' || place === 'message') {
      const inMatches = matches.flatMap((match) => this.#inMatch(text, match));
      return mergeSpans([
        ...inMatches,
        ...(place === 'message' ? hiddenInMessage(text) : []),
        ...afterMatch(text),
      ]);
    }
    return 'header' in place
      ? this.#reader.header(place.header, text, matches)
      : this.#reader.value(place.field, text, matches);
  }

  #inMatch(text: string, { start, end }: TextRange): readonly TextRange[] {
    const sent = text.slice(start, end);
    const hidden = this.#inMatches.get(sent) ?? hiddenInMatch(sent, this.#name);
    this.#inMatches.set(sent, hidden);
    return hidden.map((each) => shifted(each, start));
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
  return mergeSpans(all.map(({ start, end }) => ({ start, end: Math.min(end, start + LONGEST_MATCH) })));
}
