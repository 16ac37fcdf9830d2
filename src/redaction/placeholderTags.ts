/**
 * Tags the placeholders in the strings of a report, so that each can be traced to its value in the finished text. A
 * tagged placeholder is as long as the placeholder itself, because two Yi syllables replace its first letters.
 * `withForeignMarked` marks such syllables if they occur in the log itself.
 */

/** The value that a placeholder replaces. */
export interface TaggedValue {
  /** See `valueId`. */
  readonly id: string;
  /** True for a connection key, which cannot be shown. */
  readonly isKey: boolean;
}

export interface FoundPlaceholder extends TaggedValue {
  readonly start: number;
  readonly end: number;
}

interface Tag extends TaggedValue {
  readonly placeholder: string;
  readonly tagged: string;
}

const [FIRST, COUNT] = [0xa000, 0x48d];
const TAG = /‹([\ua000-\ua48c])([\ua000-\ua48c]?)/g;

export class PlaceholderTags {
  readonly #tags: Tag[] = [];
  readonly #numbers = new Map<string, number>();
  /** The IDs of the values that are shown, keyed by their text in the log. */
  readonly shown = new Map<string, string>();

  /** Returns a placeholder with its tag. Equal placeholders for equal values have the same tag. */
  tagged(placeholder: string, value: TaggedValue): string {
    const name = JSON.stringify([placeholder, value.id]);
    const known = this.#tags[this.#numbers.get(name) ?? -1];
    if (known) return known.tagged;
    const number = this.#tags.length;
    if (number >= COUNT * COUNT) return placeholder;
    const letters = String.fromCharCode(FIRST + Math.floor(number / COUNT), FIRST + (number % COUNT));
    const tagged = `‹${letters}${placeholder.slice(1 + letters.length)}`;
    this.#tags.push({ ...value, placeholder, tagged });
    this.#numbers.set(name, number);
    return tagged;
  }

  /** Stores a value that the user chose to show. */
  addShown(text: string, id: string): void {
    this.shown.set(text, id);
  }

  /** Returns a JSON value with the tags removed from all its strings. */
  untagged<Value>(value: Value): Value {
    return JSON.parse(this.read(JSON.stringify(value)).text) as Value;
  }

  /**
   * Returns the text with the tags removed, and its placeholders in order. The text can be truncated within a
   * placeholder.
   */
  read(text: string): { readonly text: string; readonly placeholders: readonly FoundPlaceholder[] } {
    const placeholders: FoundPlaceholder[] = [];
    if (!text.includes('‹')) return { text, placeholders };
    const plain = text.replace(TAG, (found, high: string, low: string, start: number) => {
      const tag = this.#tagOf(high, low);
      if (!tag) return found;
      const end = start + commonLength(text.slice(start, start + tag.tagged.length), tag.tagged);
      const { id, isKey } = tag;
      placeholders.push({ start, end, id, isKey });
      return tag.placeholder.slice(0, found.length);
    });
    return { text: plain, placeholders };
  }

  #tagOf(high: string, low: string): Tag | undefined {
    const number = (high.charCodeAt(0) - FIRST) * COUNT + (low === '' ? 0 : low.charCodeAt(0) - FIRST);
    return this.#tags[number];
  }
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
