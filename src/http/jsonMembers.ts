/** Which member of a JSON body an offset lies in. */
import { cutName } from '../text/placeName.ts';

/** Units of a body that are looked through: a place further on is told without its member. */
const LONGEST = 256 * 1024;
/** Names of a path that are told. */
const MOST_NAMES = 8;

interface Container {
  readonly isObject: boolean;
  /** The member that the container is the value of. */
  readonly member: Member | undefined;
}

interface Member {
  readonly name: string;
  readonly outer: Member | undefined;
}

/** A string that is the value of a member, without its quotes; offsets of the body. */
interface MemberString {
  readonly start: number;
  readonly end: number;
  readonly member: Member;
}

/** The members of a body, which may be cut off or no JSON at all; looked through once, when first asked. */
export class JsonMembers {
  readonly #body: string;
  #strings: readonly MemberString[] | undefined;

  /** @param body text as sent, its escapes as they are */
  constructor(body: string) {
    this.#body = body;
  }

  /** The names that lead to the string that holds a range of the body, outermost first; undefined when none does. */
  at(start: number, end: number): readonly string[] | undefined {
    this.#strings ??= stringsOf(this.#body.slice(0, LONGEST));
    let [low, high] = [0, this.#strings.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#strings[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const found = this.#strings[low - 1];
    if (found === undefined || end > found.end) return undefined;
    const names: string[] = [];
    for (let at: Member | undefined = found.member; at && names.length < MOST_NAMES; at = at.outer)
      names.unshift(cutName(at.name));
    return names;
  }
}

function stringsOf(text: string): MemberString[] {
  const strings: MemberString[] = [];
  if (!/^\s{0,1000}[[{]/.test(text)) return strings;
  const open: Container[] = [];
  let member: Member | undefined;
  let isValue = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    const container = open.at(-1);
    if (mark === '{' || mark === '[') {
      const outer: Member | undefined = isValue ? member : container?.member;
      open.push({ isObject: mark === '{', member: outer });
      member = outer;
      isValue = mark === '[' && outer !== undefined;
    } else if (mark === '}' || mark === ']') {
      open.pop();
      isValue = false;
    } else if (mark === ':') isValue = true;
    else if (mark === ',') {
      isValue = container?.isObject === false && container.member !== undefined;
      if (isValue) member = container?.member;
    } else if (mark === '"') {
      const start = at + 1;
      const end = stringEnd(text, start);
      if (isValue && member) strings.push({ start, end, member });
      else member = { name: text.slice(start, end), outer: container?.member };
      at = end;
    }
  }
  return strings;
}

function stringEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end, text.length);
}
