/** The user's choices for the values in one report. They are kept in memory only. */
import type { ReportPreview, ReportValue } from '../formats/reportPreview.ts';
import type { Choices } from '../redaction/choices.ts';
import type { ValueChoice } from './reportActions.ts';

/** Maximum number of values that the user can choose to show, and of strings that the user can choose to hide. */
export const MOST_CHOICES = 200;

export class ReportChoices {
  /** The IDs (`valueId`) of the values to show. */
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

  /** Applies a choice for a value. Returns false if there are too many choices. */
  choose(choice: ValueChoice, { id, state }: ReportValue): boolean {
    switch (choice) {
      case 'showValue':
        if (state === 'key') return true;
        this.#hidden.delete(id);
        return add(this.#shown, id);
      case 'hideAgain':
        this.#shown.delete(id);
        return true;
      case 'hideEverywhere':
        this.#shown.delete(id);
        return add(this.#hidden, id);
    }
  }

  /** Hides the given strings wherever they occur. Returns false if there are too many. */
  hide(texts: readonly string[]): boolean {
    return texts.every((text) => add(this.#hidden, text));
  }
}

function add(set: Set<string>, text: string): boolean {
  if (text === '' || set.has(text)) return true;
  if (set.size >= MOST_CHOICES) return false;
  set.add(text);
  return true;
}

/**
 * Returns the strings to hide for a selected range of a report: the parts of each line between hidden values, without
 * surrounding white space.
 */
export function selectedTexts(
  { text, values }: Pick<ReportPreview, 'text' | 'values'>,
  range: { readonly start: number; readonly end: number },
): readonly string[] {
  const texts: string[] = [];
  let { start } = range;
  const addUpTo = (end: number) => {
    if (end > start) texts.push(...text.slice(start, end).split(/[\r\n]+/));
  };
  for (const value of values) {
    if (value.end <= start) continue;
    if (value.start >= range.end) break;
    if (value.state === 'shown') continue;
    addUpTo(value.start);
    start = value.end;
  }
  addUpTo(range.end);
  return texts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Returns the index of a value after the report has been rewritten, or the index of a nearby value if it is gone. */
export function sameValue(
  before: readonly ReportValue[],
  index: number,
  after: readonly ReportValue[],
): number | undefined {
  const id = before[index]?.id;
  const ordinal = before.slice(0, index).filter((value) => value.id === id).length;
  const same = after.flatMap((value, at) => (value.id === id ? [at] : []));
  return same[ordinal] ?? same.at(-1) ?? (after.length > 0 ? Math.min(index, after.length - 1) : undefined);
}
