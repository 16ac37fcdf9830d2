/** Text in which values are hidden, as a list of segments. */
import { fullyDecoded } from '../http/decode/levels.ts';
import type { TextRange } from '../http/decode/mappedText.ts';
import { mergeSpans } from '../text/spans.ts';
import { counted, cutText } from '../text/strings.ts';
import { KnownKeys } from './knownKeys.ts';

/** A value of a log that is hidden, or that the user chose to show. */
export interface Value {
  /** The value as sent. */
  readonly value: string;
  /** The kind of the value; empty for text. */
  readonly kind: string;
  /** The value as displayed, if the user chose or allows to show it. */
  readonly shown?: string | undefined;
}

export type Segment = string | Value;

/** Maximum length, in UTF-16 units, of a value that is identified as a whole, and of the ends of a longer one. */
const LONGEST = 4096;
const END = 1024;

/** Returns a short string that identifies a value, regardless of its encoding. */
export function valueId(value: string): string {
  const short =
    value.length <= LONGEST ? value : `${value.length}:${value.slice(0, END)}${value.slice(-END)}`;
  return fullyDecoded(short).replaceAll('+', ' ');
}

/** A range of a text that is hidden. */
export interface HiddenRange extends TextRange {
  /** See `Value.kind`. */
  readonly kind?: string | undefined;
  /** True for a value that the user allows to be shown because of its name. */
  readonly isShown?: boolean;
}

/** The kind of a connection's key, which cannot be shown. */
export const KEY = 'key';

/** Returns the displayed form of a segment: its text, or the kind and length of a hidden value. */
export function shownSegment(segment: Segment): string {
  if (typeof segment === 'string') return segment;
  const { kind, value, shown } = segment;
  return shown ?? `‹${kind === '' ? '' : `${kind}, `}${counted(value.length, 'character')}›`;
}

export function joined(segments: readonly Segment[]): string {
  return segments.map(shownSegment).join('');
}

/** Returns a text in which ranges, in ascending order and disjoint, are hidden. */
export function segmentsOf(text: string, hidden: readonly HiddenRange[]): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const { start, end, kind = '', isShown } of hidden) {
    if (start > from) segments.push(text.slice(from, start));
    const value = text.slice(start, end);
    segments.push(isShown ? { value, kind, shown: value } : { value, kind });
    from = end;
  }
  if (from < text.length) segments.push(text.slice(from));
  return segments;
}

/** Hides the ranges that are found in the text of segments. */
export function hideIn(
  segments: readonly Segment[],
  find: (text: string) => readonly HiddenRange[],
): readonly Segment[] {
  // Only for speed: the same names are between many values.
  const known = new Map<string, readonly Segment[]>();
  return segments.flatMap((each) => {
    if (typeof each !== 'string') return each;
    const parts = known.get(each) ?? segmentsOf(each, find(each));
    known.set(each, parts);
    return parts;
  });
}

/** Returns a range of the text as sent. A value that it contains only in part is included. */
export function sliceSegments(segments: readonly Segment[], { start, end }: TextRange): readonly Segment[] {
  let next = 0;
  return segments.flatMap((each) => {
    const [at, sent] = [next, typeof each === 'string' ? each : each.value];
    next += sent.length;
    if (next <= start || at >= end) return [];
    return typeof each === 'string' ? each.slice(Math.max(0, start - at), end - at) : each;
  });
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
  return hideIn(all, (text) => mergeSpans(finder.find(text))).map((each) =>
    typeof each !== 'string' && finder.find(each.shown ?? '').length > 0
      ? { ...each, shown: undefined }
      : each,
  );
}

/** Returns the number of different hidden values. */
export function hiddenCount(segments: readonly Segment[]): number {
  const isHidden = (each: Segment): each is Value => typeof each !== 'string' && each.shown === undefined;
  return new Set(segments.filter(isHidden).map(({ value }) => valueId(value))).size;
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
  let room = longest;
  const at = segments.findIndex((each, index) => {
    const isLast = index === segments.length - 1;
    room -= shownSegment(each).length;
    return room < (isLast ? 0 : 1);
  });
  const cut = segments[at];
  if (cut === undefined) return segments;
  room += shownSegment(cut).length;
  const isCut = typeof cut === 'string' || cut.shown !== undefined;
  const start = isCut ? mapText([cut], (text) => cutText(text, room - 1)) : [];
  return [...segments.slice(0, at), ...start, '…'];
}

/** Text from the log that looks like the form of a hidden value. */
const LIKE_OURS = /‹(?=(?:[\p{L}\d.+/ -]{1,40}, )?[\d,]{1,12} characters?›)/giu;

/** Marks text from the log that looks like the form of a hidden value. */
export function asForeign(segments: readonly Segment[]): readonly Segment[] {
  return mapText(segments, (text) =>
    text.includes('‹') ? text.replace(LIKE_OURS, '‹in the log, not ours: ') : text,
  );
}
