/** The user's choices for the values in one report. They are kept in memory only. */
import type { Choices } from '../redaction/redact.ts';
import { KEY, type Segment, shownSegment, type Value, valueId } from '../redaction/segments.ts';
import type { ReportPart } from './reportMessages.ts';

/** Maximum number of values that the user can choose to show, and of strings that the user can choose to hide. */
export const MOST_CHOICES = 200;

export class ReportChoices {
  /** The values to show. */
  readonly #shown = new Set<string>();
  /** The strings to hide. */
  readonly #hidden = new Set<string>();

  get choices(): Choices {
    return { shown: [...this.#shown], hidden: [...this.#hidden] };
  }

  clear(): void {
    this.#shown.clear();
    this.#hidden.clear();
  }

  /** Shows a hidden value, or hides a shown one. Returns false if there are too many choices. */
  toggle({ value, shown }: Value): boolean {
    if (shown !== undefined) {
      remove(this.#shown, value);
      return true;
    }
    remove(this.#hidden, value);
    return add(this.#shown, value);
  }

  /** Hides the given strings wherever they occur. Returns false if there are too many. */
  hide(texts: readonly string[]): boolean {
    return texts.every((text) => {
      remove(this.#shown, text);
      return add(this.#hidden, text);
    });
  }
}

function add(set: Set<string>, text: string): boolean {
  if (set.has(text)) return true;
  if (set.size >= MOST_CHOICES) return false;
  set.add(text);
  return true;
}

/** Removes a value in any encoding. */
function remove(set: Set<string>, value: string): void {
  for (const each of set) if (valueId(each) === valueId(value)) set.delete(each);
}

/** Returns the parts of a report to display, one for each segment. */
export function partsOf(segments: readonly Segment[]): readonly ReportPart[] {
  return segments.map((segment) => {
    const text = shownSegment(segment);
    if (typeof segment === 'string') return { text };
    if (segment.kind === KEY) return { text, state: 'key' };
    return { text, state: segment.shown === undefined ? 'hidden' : 'shown' };
  });
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
  for (const { text, state } of partsOf(segments)) {
    const isHidden = state === 'hidden' || state === 'key';
    const [start, end] = [Math.max(0, range.start - offset), Math.max(0, range.end - offset)];
    selected += isHidden ? '\n' : text.slice(start, end);
    offset += text.length;
  }
  return selected
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
