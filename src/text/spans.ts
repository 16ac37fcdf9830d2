/** Ranges of a text. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Merges overlapping spans, keeping the value of the longest one. The result is in ascending order and disjoint. */
export function mergeSpans<T extends Span>(spans: readonly T[]): T[] {
  const merged: T[] = [];
  let longest = 0;
  for (const span of ascending(spans)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      longest = span.end - span.start;
      continue;
    }
    const length = span.end - span.start;
    const value = length > longest ? span : last;
    longest = Math.max(longest, length);
    merged[merged.length - 1] = { ...value, start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

function ascending<T extends Span>(spans: readonly T[]): readonly T[] {
  const isSorted = spans.every(({ start }, index) => start >= (spans[index - 1]?.start ?? 0));
  return isSorted ? spans : spans.toSorted((one, other) => one.start - other.start);
}

/**
 * Returns the ranges of a text, joining those that have only a short gap between them, without ranges that start inside
 * the previous one. The result is in ascending order and disjoint.
 * @param ranges in ascending order
 * @param mayJoin returns true for a gap that can be included
 */
export function joinSpans(text: string, ranges: readonly Span[], mayJoin: (gap: string) => boolean): Span[] {
  const all: Span[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last && range.start < last.end) continue;
    const isNear = last !== undefined && range.start - last.end <= LONGEST_GAP;
    if (isNear && mayJoin(text.slice(last.end, range.start)))
      all[all.length - 1] = { start: last.start, end: range.end };
    else all.push(range);
  }
  return all;
}

/** Maximum length, in UTF-16 units, of a gap between ranges to join. */
const LONGEST_GAP = 120;
