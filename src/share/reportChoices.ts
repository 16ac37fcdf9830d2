/** The parts of a report, and the user's choices for its values, which are kept in memory only. */
import type { Choices } from '../redaction/redact.ts';
import { KEY, type Segment, shownSegment, type Value, valueId } from '../redaction/segments.ts';
import type { ReportPart } from './reportMessages.ts';

export const NO_CHOICES: Choices = { shown: [], hidden: [] };

/** Shows a hidden value, or hides a shown one. */
export function toggled({ shown, hidden }: Choices, value: Value): Choices {
  const isOther = (each: string) => valueId(each) !== valueId(value.value);
  return value.shown === undefined
    ? { shown: [...shown, value.value], hidden: hidden.filter(isOther) }
    : { shown: shown.filter(isOther), hidden };
}

/** Returns the parts of a report to display, one for each segment. A connection's key is text. */
export function partsOf(segments: readonly Segment[]): readonly ReportPart[] {
  return segments.map((segment) => {
    const text = shownSegment(segment);
    if (typeof segment === 'string' || segment.kind === KEY) return { text };
    return { text, state: segment.shown === undefined ? 'hidden' : 'shown' };
  });
}

/** Returns the values of a report that can be shown or hidden, in the order of its parts. */
export function valuesOf(segments: readonly Segment[]): readonly Value[] {
  return segments.filter((segment) => typeof segment !== 'string' && segment.kind !== KEY) as Value[];
}

/**
 * Returns the strings to hide for a selected range of a report: the parts of each line between hidden values, without
 * surrounding white space.
 */
export function selectedTexts(
  segments: readonly Segment[],
  range: { readonly start: number; readonly end: number },
): readonly string[] {
  let selected = '';
  let offset = 0;
  for (const segment of segments) {
    const text = shownSegment(segment);
    const isHidden = typeof segment !== 'string' && segment.shown === undefined;
    const [start, end] = [Math.max(0, range.start - offset), Math.max(0, range.end - offset)];
    selected += isHidden ? '\n' : text.slice(start, end);
    offset += text.length;
  }
  return selected
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
