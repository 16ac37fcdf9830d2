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

/** Returns the spans in ascending order. */
export function ascending<T extends Span>(spans: readonly T[]): readonly T[] {
  const isSorted = spans.every(({ start }, index) => start >= (spans[index - 1]?.start ?? 0));
  return isSorted ? spans : spans.toSorted((one, other) => one.start - other.start);
}
