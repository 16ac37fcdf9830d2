/** The parts of a report, and the user's choices for its values, which are kept in memory only. */
import type { Choices } from '../redaction/redact.ts';
import { KEY, type Segment, shownSegment, type Value, valueId } from '../redaction/segments.ts';
import type { ReportPart } from './reportMessages.ts';

export const NO_CHOICES: Choices = { shown: [], hidden: [] };

/** Returns the value in a segment if the user can show and hide it. A connection's key cannot be shown. */
export function valueIn(segment: Segment | undefined): Value | undefined {
  return typeof segment === 'object' && segment.kind !== KEY ? segment : undefined;
}

/** Returns the part of a report for a segment. */
export function partOf(segment: Segment): ReportPart {
  const [text, value] = [shownSegment(segment), valueIn(segment)];
  return value ? { text, state: value.shown === undefined ? 'hidden' : 'shown' } : { text };
}

/** Shows a hidden value, or hides a shown one. */
export function toggled({ shown, hidden }: Choices, value: Value): Choices {
  const isOther = (each: string) => valueId(each) !== valueId(value.value);
  return value.shown === undefined
    ? { shown: [...shown, value.value], hidden: hidden.filter(isOther) }
    : { shown: shown.filter(isOther), hidden };
}

/**
 * Returns the strings to hide for a selected range of a report: the parts of each line between hidden values, without
 * surrounding white space.
 */
export function selectedTexts(segments: readonly Segment[], start: number, end: number): readonly string[] {
  let [selected, offset] = ['', 0];
  for (const segment of segments) {
    const text = shownSegment(segment);
    const isHidden = typeof segment !== 'string' && segment.shown === undefined;
    selected += isHidden ? '\n' : text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    offset += text.length;
  }
  const lines = selected.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
}
