/** The fields that the description of a detection (`basestr`, section 2.2) names, in any notation. */
import type { Field, FieldPart } from './fields/field.ts';

/** Maximum number of characters of the description, and of the name of a field, to compare. */
const DESCRIPTION_LIMIT = 10_000;
const NAME_LIMIT = 1000;

/** Kinds of fields, and the parts of a request that have such fields. Other kinds can be in any of `VALUES`. */
const KINDS: readonly (readonly [words: RegExp, parts: readonly FieldPart[]])[] = [
  [/part_header|file|^parts?$/i, ['multipart']],
  [/header/i, ['header']],
  [/cookie/i, ['cookie']],
  [/xml|element/i, ['xml']],
];
const VALUES: readonly FieldPart[] = ['query', 'form', 'multipart', 'json', 'xml', 'body'];

/**
 * The kind of a field and the text before its name: `parameter loc`, `ARGS:loc`, `REQUEST_HEADERS:Referer`,
 * `[FILES:x:…]`, `cookie "id"`, `var_name0=q`, `JSON path $.a.b`.
 */
const KIND =
  /\b((?:ARGS|REQUEST_HEADERS|REQUEST_COOKIES|FILES|MULTIPART|XML|JSON)\w{0,20}|param(?:eter)?s?|arg(?:ument)?s?|fields?|var(?:iable)?s?(?:_name)?\d{0,3}|headers?|cookies?|files?|parts?|keys?|elements?|members?|inputs?)\b(?: name| named| path)?(?:\s{0,3}[:=]\s{0,3}|\s{1,3}|(?=["']))["']?(?:\$\.)?/gi;

/** A place at which the description says that the name of a field follows. */
interface Announced {
  readonly parts: readonly FieldPart[];
  /** The text that follows, in lowercase. */
  readonly text: string;
}

export class Mentions {
  readonly #announced: readonly Announced[];
  readonly #words: ReadonlySet<string>;

  /** @param description without the matched text */
  constructor(description: string) {
    const text = description.slice(0, DESCRIPTION_LIMIT).toLowerCase();
    this.#announced = Array.from(text.matchAll(KIND), ({ 0: start, 1: kind = '', index }) => ({
      parts: KINDS.find(([words]) => words.test(kind))?.[1] ?? VALUES,
      text: text.slice(index + start.length, index + start.length + NAME_LIMIT + 1),
    }));
    this.#words = new Set(text.match(/[^\s"',;:()]+/g));
  }

  /** Returns true if the description says that a text is the name of a field. */
  isName(text: string): boolean {
    return this.#announced.some((announced) => startsWithName(announced.text, text.toLowerCase()));
  }

  /**
   * Returns how clearly the description names a field: 0 if it doesn't, 1 if a word is its name, and more, the longer
   * the name is, if the description says that this is the name of such a field.
   */
  of({ part, name, path }: Field): number {
    if (name === '' || name.length > NAME_LIMIT) return 0;
    const names = namesOf(path, name);
    const announced = this.#announced.flatMap(({ parts, text }) =>
      parts.includes(part) ? names.filter((each) => startsWithName(text, each)) : [],
    );
    const longest = Math.max(0, ...announced.map(({ length }) => length));
    return longest > 0 ? 1 + longest : Number(names.some((each) => this.#words.has(each)));
  }
}

/** Returns true if a text starts with a name, and not with a longer word. */
function startsWithName(text: string, name: string): boolean {
  return name !== '' && text.startsWith(name) && !/^[\w-]/.test(text.slice(name.length));
}

/** Returns the forms in which a field can be named, in lowercase: its name, and its path in several notations. */
function namesOf(path: readonly string[], name: string): readonly string[] {
  const joined = (before: string, after = '') =>
    path
      .map((each, at) => (/^\d+$/.test(each) ? before + each + after : at > 0 ? `.${each}` : each))
      .join('');
  const names = path.filter((each) => !/^\d+$/.test(each)).join('.');
  const paths = [joined('.'), joined('.array_'), joined('[', ']'), names];
  return [name, ...paths, ...paths.map((each) => `json.${each}`)].map((each) => each.toLowerCase());
}
