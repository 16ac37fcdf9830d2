/**
 * Determines the values in each string of a log that the essential level hides: all except the match and harmless
 * values.
 */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import { type ReadRequest, readFields } from '../http/fields/readFields.ts';
import { findMatch } from '../http/findMatch.ts';
import { isFound, type Matching, mainMatch } from '../http/match.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import type { RowTextKind } from '../service/rowFields.ts';
import { findAll } from '../text/findAll.ts';
import { mergeSpans } from '../text/spans.ts';
import { attackRanges } from './attackRanges.ts';
import { attackStart } from './attackSyntax.ts';
import {
  type ChooseShown,
  hiddenInHeader,
  hiddenInMatch,
  hiddenInRequest,
  hiddenInTarget,
  hiddenInValue,
  isAuthorization,
  LONGEST_MATCH,
} from './hiddenValues.ts';
import { fullyDecoded } from './levels.ts';
import { isSecretName } from './namedValues.ts';
import type { HiddenRange } from './segments.ts';

/**
 * The kind of text, which determines where it can contain secrets. In a `value`, only secrets that were also found
 * elsewhere are replaced.
 */
export type Place = RowTextKind | { readonly header: string } | { readonly field: string };

export interface Subject {
  readonly log: DetectionLog | undefined;
  readonly row: LogRow | undefined;
}

/**
 * Minimum length, in units, of a match that is shown everywhere. A shorter match is shown only at its main location.
 */
const SHORTEST_MATCH = 4;
/** Minimum length, in units, at which a hidden value next to the match is also hidden in messages. */
const SHORTEST_AROUND = 8;
/** Maximum number of occurrences of a match to show in one string. */
const MOST_PLACES = 20;
/**
 * Maximum ratio of the length of a match in the raw data to the length of its value. A match in a compressed body
 * covers the complete body.
 */
const MOST_ENCODED = 6;

/** The result of searching for the match in the raw data of the log. */
export interface KnownMatch {
  readonly matching: Matching;
}

export class ShownTexts {
  readonly #subject: Subject;
  /** The match in the raw data, as sent. */
  readonly #sent: readonly string[];
  #read: { readonly rawData: string; readonly read: ReadRequest } | undefined;
  readonly #known = new Map<string, readonly TextRange[]>();
  readonly #hidden = new Map<string, readonly HiddenRange[]>();
  /** The parts that contain the attack if a match spans several fields, keyed by the text. */
  readonly #attacks = new Map<string, readonly TextRange[]>();

  /** @param match the known match; if undefined, the match is searched for */
  constructor(subject: Subject, match?: KnownMatch) {
    this.#subject = subject;
    const { row } = subject;
    const rawData = this.#rawData();
    const ranges = match ? rangesOf(match.matching) : this.#rangesIn(rawData);
    this.#known.set(rawData, ranges);
    const sent = ranges.map(({ start, end }) => rawData.slice(start, end));
    this.#sent = [...new Set([row?.detectedValue ?? '', ...sent])].filter(
      ({ length }) => length >= SHORTEST_MATCH && length <= LONGEST_MATCH,
    );
  }

  /** Returns the values to hide in a string of the log. */
  hiddenIn(text: string, place: Place): readonly HiddenRange[] {
    if (place === 'value' || place === 'address') return [];
    if (place === 'detected value') return this.#hiddenInDetectedValue(text);
    if (place === 'text' || place === 'message') return this.#hiddenInMessage(text);
    if (place === 'request') return this.#hiddenInRequest(text);
    const ranges = this.#sentIn(text);
    if (place === 'query') return hiddenInTarget(text, ranges, this.#choose(text));
    return 'header' in place
      ? hiddenInHeader(place.header, text, ranges, this.#choose(text))
      : hiddenInValue(place.field, text, ranges);
  }

  /**
   * Returns the names and values that contain the attack, or undefined if the match does not span several fields.
   * `hiddenIn` must be called first.
   */
  attackedFields(text: string): readonly TextRange[] | undefined {
    return this.#attacks.get(text);
  }

  /** Returns the parts of the match in a string that contain the attack. `hiddenIn` must be called first. */
  attacksIn(text: string, place: Place): readonly TextRange[] {
    if (place === 'value' || place === 'address') return [];
    const inFields = this.attackedFields(text);
    if (inFields) return inFields;
    if (place === 'detected value') return [{ start: 0, end: Math.min(text.length, LONGEST_MATCH) }];
    return place === 'request' ? this.#rangesIn(text) : this.#sentIn(text);
  }

  /** Returns the ranges of the match in a request. */
  #rangesIn(rawData: string): readonly TextRange[] {
    const known = this.#known.get(rawData);
    if (known) return known;
    const { log, row } = this.#subject;
    const description = log?.description ?? row?.description ?? '';
    const matched = { rawData, description, detectedValue: row?.detectedValue };
    const ranges = rangesOf(findMatch(matched, this.#readOf(rawData)).matching);
    this.#known.set(rawData, ranges);
    return ranges;
  }

  /** Reads a request, of which only the last one is kept. */
  #readOf(rawData: string): ReadRequest {
    if (this.#read?.rawData !== rawData) this.#read = { rawData, read: readFields(rawData) };
    return this.#read.read;
  }

  #hiddenInRequest(text: string): readonly HiddenRange[] {
    const known =
      this.#hidden.get(text) ??
      hiddenInRequest(text, this.#rangesIn(text), this.#choose(text), this.#readOf(text));
    this.#hidden.set(text, known);
    return known;
  }

  /** Returns the ranges to hide in the text that the rule matched, which can contain several fields. */
  #hiddenInDetectedValue(text: string): readonly HiddenRange[] {
    const rawData = this.#rawData();
    const sent = this.#rangesIn(rawData).find(({ start, end }) => rawData.slice(start, end) === text);
    const { uri = '' } = this.#subject.row ?? {};
    const inTarget = sent ? -1 : uri.indexOf(text);
    if (inTarget >= 0) {
      const target = { start: inTarget, end: inTarget + text.length };
      return within(hiddenInTarget(uri, [target], this.#choose(text)), target);
    }
    if (!sent) {
      // Text that begins with the name of a JSON member is part of an object.
      const whole = /^"[^"\\]{1,60}"\s{0,5}:/.test(text) ? `{${text}` : text;
      const match = { start: whole.length - text.length, end: whole.length };
      const hidden = within(hiddenInRequest(whole, [match], this.#choose(text)), match);
      return mergeSpans([...hidden, ...hiddenInMatch(text)]);
    }
    const hidden = this.#hiddenInRequest(rawData);
    const attacked = this.attackedFields(rawData);
    if (attacked) this.#attacks.set(text, within(attacked, sent));
    return within(hidden, sent);
  }

  /** Chooses the parts of the match to show in a request that contains the text. */
  #choose(text: string): ChooseShown {
    return (fields, request, matches) => {
      const all = attackRanges(fields, request, matches);
      const secret = fields.filter(isSecret);
      const alone = all.filter((range) => isSecretAlone(range, secret, request));
      const ranges = alone.length === 0 ? all : all.filter((range) => !alone.includes(range));
      const start = request.indexOf(text);
      if (ranges !== matches) this.#attacks.set(text, within(ranges, { start, end: start + text.length }));
      return ranges;
    };
  }

  /** Returns the ranges to hide in a message, which can repeat the complete value that contains the match. */
  #hiddenInMessage(text: string): readonly HiddenRange[] {
    const rawData = this.#rawData();
    const ranges = this.#rangesIn(rawData);
    const around = this.#hiddenInRequest(rawData).filter(
      ({ start, end }) =>
        end - start >= SHORTEST_AROUND && ranges.some((range) => range.start <= end && range.end >= start),
    );
    const repeated = around.flatMap(({ start, end, kind }) => {
      const value = rawData.slice(start, end);
      return [value, fullyDecoded(value)].flatMap((each) =>
        findAll(text, each.trim(), MOST_PLACES).map((range) => ({ ...range, kind })),
      );
    });
    return mergeSpans([...repeated, ...hiddenInMatch(text)]);
  }

  #rawData(): string {
    const { log, row } = this.#subject;
    return log?.rawData ?? row?.rawData ?? '';
  }

  #sentIn(text: string): readonly TextRange[] {
    return mergeSpans(this.#sent.flatMap((sent) => findAll(text, sent, MOST_PLACES)));
  }
}

function isSecret({ part, path: [header = ''], name }: Field): boolean {
  return part === 'cookie' || (part === 'header' ? isAuthorization(header) : isSecretName(name));
}

/** Returns true for a part of a secret value without any sign of an attack. */
function isSecretAlone({ start, end }: TextRange, secret: readonly Field[], text: string): boolean {
  return (
    secret.some(({ place }) => place.start <= start && end <= place.end) &&
    attackStart(fullyDecoded(text.slice(start, end)), true) === undefined
  );
}

/** Returns the parts of the ranges that are inside another range, relative to the start of that range. */
function within<Range extends TextRange>(
  ranges: readonly Range[],
  { start, end }: TextRange,
): readonly Range[] {
  return ranges
    .map((range) => ({ ...range, start: Math.max(range.start, start), end: Math.min(range.end, end) }))
    .filter((range) => range.start < range.end)
    .map((range) => ({ ...range, start: range.start - start, end: range.end - start }));
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
