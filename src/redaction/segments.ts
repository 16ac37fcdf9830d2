/** Text in which values are hidden, as a list of segments. */
import { firstWhere, type TextRange } from '../http/decode/mappedText.ts';
import { mergeSpans } from '../text/spans.ts';
import { counted, cutText, formatNumber } from '../text/strings.ts';
import { KnownKeys } from './knownKeys.ts';
import { fullyDecoded } from './levels.ts';

/** A value of a log that is hidden, or that the user chose to show. */
export interface Value {
  /** The value as sent, in its short form. */
  readonly value: string;
  /** The kind of the value; empty for text. */
  readonly kind: string;
  /** The length of the value, in UTF-16 units. */
  readonly length: number;
  /** The value itself, if the user chose to show it. */
  readonly shown?: string;
}

export type Segment = string | Value;

/** Maximum length, in UTF-16 units, of a value that is identified as a whole, and of the ends of a longer one. */
const LONGEST = 4096;
const END = 1024;

/** Returns a short string that stands for a value: the value itself or, if it is long, its length and its ends. */
export function shortValue(value: string): string {
  return value.length <= LONGEST ? value : `${value.length}:${value.slice(0, END)}${value.slice(-END)}`;
}

/** Returns a string that identifies a value, or the short form of one, regardless of its encoding. */
export function valueId(value: string): string {
  return fullyDecoded(shortValue(value)).replaceAll('+', ' ');
}

/** A range of a text that is hidden. */
export interface HiddenRange extends TextRange {
  /** See `Value.kind`. */
  readonly kind?: string | undefined;
  /** True for a value that the user chose or allows to be shown. */
  readonly isShown?: boolean;
}

/** The kind of a connection's key, which cannot be shown. */
export const KEY = 'key';
export const JSON_STRING = 'JSON string';

/** Returns the displayed form of a segment: its text, or the kind and length of a hidden value. */
export function shownSegment(segment: Segment): string {
  if (typeof segment === 'string') return segment;
  const { kind, length, shown } = segment;
  if (shown !== undefined) return shown;
  if (kind === '') return `‹${counted(length, 'character')}›`;
  if (kind === 'number') return `‹number, ${counted(length, 'digit')}›`;
  const isText = kind === KEY || kind === JSON_STRING;
  return `‹${kind}, ${isText ? formatNumber(length) : sizeOf(length)}›`;
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ? counted(bytes, 'byte') : `${formatNumber(Math.round(bytes / 1024))} KB`;
}

export function joined(segments: readonly Segment[]): string {
  return segments.map(shownSegment).join('');
}

/**
 * Hides texts wherever they occur in segments, in any encoding, also across segments of text. A shown value that
 * contains one is hidden.
 */
export function withoutTexts(
  segments: readonly Segment[],
  texts: readonly string[] = [],
): readonly Segment[] {
  if (texts.length === 0) return segments;
  const finder = new KnownKeys(texts, 1);
  const all: Segment[] = [];
  for (const each of segments) {
    const last = all.at(-1);
    if (typeof each === 'string' && typeof last === 'string') all[all.length - 1] = last + each;
    else all.push(each);
  }
  return all.flatMap((each) => {
    if (typeof each === 'string') return segmentsOf(each, mergeSpans(finder.find(each)));
    const { shown, ...hidden } = each;
    return shown !== undefined && finder.find(shown).length > 0 ? hidden : each;
  });
}

/** Returns the number of different hidden values. */
export function hiddenCount(segments: readonly Segment[]): number {
  const ids = segments.flatMap((each) =>
    typeof each === 'string' || each.shown !== undefined ? [] : valueId(each.value),
  );
  return new Set(ids).size;
}

/** Applies a function to the text that is not hidden. */
export function mapText(segments: readonly Segment[], change: (text: string) => string): Segment[] {
  return segments.map((each) => {
    if (typeof each === 'string') return change(each);
    return each.shown === undefined ? each : { ...each, shown: change(each.shown) };
  });
}

/**
 * Returns at most about `longest` UTF-16 units of the displayed text; the last one is `…` if the text was cut. A hidden
 * value is never cut.
 */
export function cutSegments(segments: readonly Segment[], longest: number): readonly Segment[] {
  const kept: Segment[] = [];
  let room = longest;
  for (const [index, each] of segments.entries()) {
    const { length } = shownSegment(each);
    const isLast = index === segments.length - 1;
    if (length < room || (length === room && isLast)) {
      kept.push(each);
      room -= length;
      continue;
    }
    const isCut = typeof each === 'string' || each.shown !== undefined;
    const start = isCut ? mapText([each], (text) => cutText(text, room - 1)) : [];
    return [...kept, ...start, '…'];
  }
  return kept;
}

/** Text from the log that looks like the form of a hidden value. */
const LIKE_OURS =
  /‹(?=(?:[\d,]{1,12} characters?|[\p{L}\d.+/ -]{1,40}, [\d,]{1,12}(?: bytes?| KB| digits?)?)›)/giu;

/** Returns a text from the log in which text that looks like the form of a hidden value is marked. */
function asForeign(text: string): string {
  return text.includes('‹') ? text.replace(LIKE_OURS, '‹in the log, not ours: ') : text;
}

/**
 * Returns a range of a text as segments. A hidden value that it contains only in part is included.
 * @param hidden in ascending order and disjoint
 */
export function segmentsOf(
  text: string,
  hidden: readonly HiddenRange[],
  { start, end }: TextRange = { start: 0, end: text.length },
): Segment[] {
  const segments: Segment[] = [];
  let from = start;
  for (let at = firstAfter(hidden, start); at < hidden.length; at++) {
    const each = hidden[at];
    if (!each || each.start >= end) break;
    if (each.start > from) segments.push(asForeign(text.slice(from, each.start)));
    const value = text.slice(each.start, each.end);
    segments.push({
      value: shortValue(value),
      kind: each.kind ?? '',
      length: value.length,
      ...(each.isShown && { shown: asForeign(value) }),
    });
    from = each.end;
  }
  if (from < end) segments.push(asForeign(text.slice(from, end)));
  return segments;
}

/** Returns the index of the first range that ends after an offset. */
function firstAfter(ranges: readonly TextRange[], offset: number): number {
  return firstWhere(0, ranges.length, (at) => (ranges[at]?.end ?? 0) > offset);
}

export function shifted<Range extends TextRange>(range: Range, by: number): Range {
  return { ...range, start: range.start + by, end: range.end + by };
}

/** Returns the parts of the ranges, which must be in ascending order and disjoint, that are in another range. */
export function overlapping<Range extends TextRange>(
  ranges: readonly Range[],
  { start, end }: TextRange,
): readonly Range[] {
  const parts: Range[] = [];
  for (let at = firstAfter(ranges, start); at < ranges.length; at++) {
    const each = ranges[at];
    if (!each || each.start >= end) break;
    parts.push({ ...each, start: Math.max(each.start, start), end: Math.min(each.end, end) });
  }
  return parts;
}

/**
 * Returns the parts of a range that are not in any of the `covered` ranges, which must be in ascending order and
 * disjoint.
 */
export function without(range: TextRange, covered: readonly TextRange[]): readonly TextRange[] {
  const rest: TextRange[] = [];
  let { start } = range;
  for (let at = firstAfter(covered, range.start); at < covered.length; at++) {
    const each = covered[at];
    if (!each || each.start >= range.end) break;
    if (each.start > start) rest.push({ start, end: each.start });
    start = Math.max(start, each.end);
  }
  if (start < range.end) rest.push({ start, end: range.end });
  return rest;
}
