/** Ranges of a text: occurrences of a value, and overlapping ranges. */
import { cutText } from './strings.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Merges overlapping spans, keeping the value of the first. The result is in ascending order and disjoint. */
export function mergeSpans<T extends Span>(spans: readonly T[]): T[] {
  const merged: T[] = [];
  for (const span of ascending(spans)) {
    const last = merged.at(-1);
    if (last && span.start < last.end)
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

/** Returns the spans in ascending order. */
export function ascending<T extends Span>(spans: readonly T[]): readonly T[] {
  return spans.toSorted((one, other) => one.start - other.start);
}

export function shifted<T extends Span>(span: T, by: number): T {
  return { ...span, start: span.start + by, end: span.end + by };
}

/** Returns the parts of spans that are in another span. */
export function overlapping<T extends Span>(spans: readonly T[], { start, end }: Span): readonly T[] {
  const inside = spans.filter((each) => each.start < end && each.end > start);
  return inside.map((each) => ({
    ...each,
    start: Math.max(each.start, start),
    end: Math.min(each.end, end),
  }));
}

/** Returns the parts of a span that are in none of the covered spans, which must be in ascending order and disjoint. */
export function without(span: Span, covered: readonly Span[]): readonly Span[] {
  const rest: Span[] = [];
  let { start } = span;
  for (const each of [...covered, { start: span.end, end: span.end }]) {
    const end = Math.min(each.start, span.end);
    if (end > start) rest.push({ start, end });
    start = Math.max(start, each.end);
  }
  return rest;
}

/** Returns the matches of an expression whose text meets a condition. */
export function matchSpans(text: string, form: RegExp, isWanted = (_: string) => true): readonly Span[] {
  return Array.from(text.matchAll(form))
    .filter(([part]) => isWanted(part))
    .map(({ 0: part, index }) => ({ start: index, end: index + part.length }));
}

/**
 * Returns the first `limit` occurrences of a value in the text, in order and without overlaps; returns none for an
 * empty value. Uses the Knuth-Morris-Pratt algorithm, which takes time linear in the lengths of the text and the value,
 * unlike the engine's own search.
 */
export function findAll(text: string, value: string, limit: number): Span[] {
  if (value === '' || value.length > text.length) return [];
  const borders = bordersOf(value);
  const ranges: Span[] = [];
  let matched = 0;
  for (let offset = 0; offset < text.length && ranges.length < limit; offset++) {
    const unit = text.charCodeAt(offset);
    while (matched > 0 && value.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (value.charCodeAt(matched) === unit) matched++;
    if (matched < value.length) continue;
    ranges.push({ start: offset + 1 - matched, end: offset + 1 });
    matched = 0;
  }
  return ranges;
}

/** Returns, for each prefix of the value, the length of its longest proper prefix that is also its suffix. */
function bordersOf(value: string): Uint32Array {
  const borders = new Uint32Array(value.length);
  let length = 0;
  for (let offset = 1; offset < value.length; offset++) {
    const unit = value.charCodeAt(offset);
    while (length > 0 && value.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (value.charCodeAt(length) === unit) length++;
    borders[offset] = length;
  }
  return borders;
}

/** Maximum number of characters in a batch, which is case-folded one character at a time. */
const FOLDED_AT_ONCE = 64 * 1024;

/** Returns the text in lowercase with its length unchanged; letters that would become longer are kept as is. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let folded = '';
  for (let rest = text; rest !== ''; ) {
    const start = cutText(rest, FOLDED_AT_ONCE);
    folded += Array.from(start, foldLetter).join('');
    rest = rest.slice(start.length);
  }
  return folded;
}

function foldLetter(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}
