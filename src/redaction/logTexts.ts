/** Finds the values in each text of a log that the essential level hides because of their place. */
import type { TextRange } from '../http/decode/mappedText.ts';
import { readFields } from '../http/fields/readFields.ts';
import { findMatch } from '../http/findMatch.ts';
import { isFound, type Matching, mainMatch } from '../http/match.ts';
import { hostOf, type RawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, LogRow, RowTextKind } from '../service/model.ts';
import { findAll, mergeSpans } from '../text/spans.ts';
import { hiddenInMatch, hiddenInMessage } from './matchedText.ts';
import { isSecretName, namesSecret } from './ordinary.ts';
import { ValueReader, within } from './requestValues.ts';
import { type HiddenRange, shifted } from './segments.ts';

/** The kind of text, which determines where it can contain values. */
export type Place = RowTextKind | { readonly header: string } | { readonly field: string };

/** Maximum number of UTF-16 units of a match to show. */
const LONGEST_MATCH = 2_000;
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
  readonly #request: RawRequest;
  readonly #inRawData: readonly HiddenRange[];
  /** The match as sent. */
  readonly #sent: readonly string[];
  readonly #matches: readonly TextRange[];
  /** The ranges to hide in each matched text, which usually occurs in several texts. */
  readonly #inMatches = new Map<string, readonly TextRange[]>();
  /** The field that contains the match. */
  readonly #name: string;
  /** True if the match is in the place of a secret. */
  readonly #isSecret: boolean;

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
    this.#request = read.request;
    const matched = { rawData: this.#rawData, description, detectedValue };
    // Only for speed: without either text, there is no match to find.
    const isMatched = detectedValue !== '' || description !== '';
    const found = known ?? (isMatched ? findMatch(matched, read) : undefined);
    const matching = found?.matching;
    this.#matches = rangesOf(matching);
    this.#inRawData = this.#reader.request(this.#rawData, this.#matches, read);
    const field = isFound(matching) ? read.fields[mainMatch(matching)?.field ?? -1] : undefined;
    this.#name = field?.name ?? '';
    this.#isSecret =
      field?.part === 'cookie' ||
      isSecretName(this.#name) ||
      namesSecret([log?.description, row?.description, row?.baseMessage].join('\n'));
    const sent = this.#matches.map(({ start, end }) => this.#rawData.slice(start, end));
    this.#sent = [...new Set([detectedValue, ...sent])].filter(
      ({ length }) => length >= SHORTEST_MATCH && length <= LONGEST_MATCH,
    );
  }

  /** The protected host, as the request names it. */
  get host(): string {
    return hostOf(this.#request);
  }

  /** Returns the ranges of a text of the log to hide, in ascending order and disjoint. */
  read(text: string, place: Place): readonly HiddenRange[] {
    if (place === 'value' || place === 'address') return [];
    if (place === 'request' && text === this.#rawData) return this.#inRawData;
    const range = this.#inRequest(text, place);
    if (range) return within(this.#inRawData, range);
    if (place === 'detected value') {
      const match = { start: 0, end: Math.min(text.length, LONGEST_MATCH) };
      return [...this.#inMatch(text, match), ...afterMatch(text)];
    }
    const matches = mergeSpans(this.#sent.flatMap((sent) => findAll(text, sent, MOST_PLACES)));
    if (place === 'text' || place === 'message') {
      const inMatches = matches.flatMap((match) => this.#inMatch(text, match));
      const inMessage = place === 'message' ? hiddenInMessage(text) : [];
      return mergeSpans([...inMatches, ...inMessage, ...afterMatch(text)]);
    }
    if (place === 'request') return this.#reader.request(text, matches);
    if (place === 'query') return this.#reader.target(text, matches);
    return 'header' in place
      ? this.#reader.header(place.header, text, matches)
      : this.#reader.value(place.field, text, matches);
  }

  /** Returns the range of the raw data that is the same text in the same place. */
  #inRequest(text: string, place: Place): TextRange | undefined {
    const { target, targetStart, targetEnd, headers } = this.#request;
    const raw = this.#rawData;
    if (place === 'request') {
      const isLine = raw.startsWith(text) && /^[\r\n]?$/.test(raw.charAt(text.length));
      return isLine ? { start: 0, end: text.length } : undefined;
    }
    if (place === 'query') return target === text ? { start: targetStart, end: targetEnd } : undefined;
    if (place === 'detected value')
      return this.#matches.find(({ start, end }) => raw.slice(start, end) === text);
    if (typeof place === 'string' || !('header' in place)) return undefined;
    const header = headers.find(({ name, value }) => name === place.header && value === text);
    return header && { start: header.valueStart, end: header.end };
  }

  #inMatch(text: string, { start, end }: TextRange): readonly TextRange[] {
    const sent = text.slice(start, end);
    const hidden = this.#inMatches.get(sent) ?? hiddenInMatch(sent, this.#name, this.#isSecret);
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
  const longest = MOST_ENCODED * matching.value.length + MOST_ENCODED;
  const ranges = all.filter(({ start, end }) => end - start <= longest);
  return mergeSpans(ranges.map(({ start, end }) => ({ start, end: Math.min(end, start + LONGEST_MATCH) })));
}
