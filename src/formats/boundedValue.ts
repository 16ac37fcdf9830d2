/** A value of the service, cut to what an answer can hold, before anything walks through all of it. */

/** UTF-16 units of all texts and names of one value. */
const MOST_UNITS = 200_000;
/** UTF-16 units of one text. */
const LONGEST = 8_000;
const LONGEST_NAME = 100;
/** Elements of a list, members of an object. */
const MOST_MEMBERS = 60;
const DEEPEST = 4;

/**
 * Returns a copy of a JSON value, with `…` for texts that are too long and for members that are too many or too deep.
 */
export function boundedValue<Value>(value: Value): Value {
  return new Bounds().cut(value, 0) as Value;
}

class Bounds {
  #left = MOST_UNITS;

  cut(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, LONGEST);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === DEEPEST) return '…';
    if (Array.isArray(value)) {
      const elements = value.slice(0, MOST_MEMBERS).map((element) => this.cut(element, depth + 1));
      return value.length > MOST_MEMBERS ? [...elements, '…'] : elements;
    }
    const members: [string, unknown][] = [];
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue;
      if (members.length === MOST_MEMBERS) {
        members.push(['…', '…']);
        break;
      }
      const member = (value as Readonly<Record<string, unknown>>)[name];
      members.push([this.#text(name, LONGEST_NAME), this.cut(member, depth + 1)]);
    }
    return Object.fromEntries(members);
  }

  #text(text: string, longest: number): string {
    const length = Math.min(longest, this.#left);
    this.#left -= Math.min(text.length, length);
    return text.length <= length ? text : `${wholeWords(text.slice(0, length))}…`;
  }
}

/** Drops the word that the cut goes through: the start of a secret could not be recognised as one. */
function wholeWords(start: string): string {
  let end = start.length;
  while (end > 0 && !/\s/.test(start.charAt(end - 1))) end--;
  return start.slice(0, end);
}
