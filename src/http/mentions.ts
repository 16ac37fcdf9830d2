/** The fields that the description of a detection (`basestr`, section 2.2) names, in any notation. */
import type { Field, FieldPart } from './fields/field.ts';

/** Maximum number of characters of the description, of kinds in it, and of characters of a name to compare. */
const DESCRIPTION_LIMIT = 10_000;
const KINDS_LIMIT = 20;
const NAME_LIMIT = 1000;

const IN_BODY: readonly FieldPart[] = ['form', 'multipart', 'json', 'xml', 'body'];
const VALUES: readonly FieldPart[] = ['query', ...IN_BODY];

/** Kinds of fields, and the parts of a request that have such fields. Fields of other kinds are in any of `VALUES`. */
const KINDS: readonly (readonly [words: RegExp, parts: readonly FieldPart[]])[] = [
  [/^request_(?:uri|filename|basename)/i, ['path']],
  [/part_header|file|^parts?$/i, ['multipart']],
  [/header/i, ['header']],
  [/cookie/i, ['cookie']],
  [/xml|element/i, ['xml']],
  [/json|\$/i, ['json', 'query', 'form', 'multipart', 'cookie']],
  [/get|query/i, ['query']],
  [/post|body|form/i, IN_BODY],
];

/**
 * The kind of a field and the text before its name: `parameter loc`, `ARGS:loc`, `REQUEST_HEADERS:Referer`,
 * `[FILES:x:…]`, `cookie "id"`, `zone0=BODY&var_name0=q`, `$_POST['q']`, `JSON path $.a.b`.
 */
const KIND =
  /(?<!\w)(?:\$?_?zone\d{0,3}=(\w{1,20})&)?\$?((?:(?:query|GET|POST|body|form|JSON|XML)[ _])?(?:ARGS\w{0,20}|REQUEST_\w{1,20}|request body|query[ _]string|FILES\w{0,20}|MULTIPART\w{0,20}|XML|JSON|_POST|_GET|_COOKIE|param(?:eter)?s?|arg(?:ument)?s?|fields?|var(?:iable)?s?|headers?|cookies?|files?|parts?|keys?|elements?|members?|inputs?|body)|\$(?=\.))(?:[ _]?names?\d{0,3}| named| path)?(?![a-z\d])(\s{0,3}[:=]\s{0,3}|\s{0,3})(["'`“„«「<[(]{0,2})(?:\$?\.|json\.)?/gi;

/** A place at which the description says that the name of a field follows. */
interface Announced {
  readonly parts: readonly FieldPart[];
  /** The text that follows, in lowercase. */
  readonly text: string;
  /** True if the text can be any word, because only spaces are before it. */
  readonly isProse: boolean;
}

export class Mentions {
  readonly #announced: readonly Announced[];
  readonly #words: ReadonlySet<string>;

  /** @param description without the matched text */
  constructor(description: string) {
    const text = description.slice(0, DESCRIPTION_LIMIT).toLowerCase();
    const kinds = [...text.matchAll(KIND)].slice(0, KINDS_LIMIT);
    this.#announced = kinds.map(([start, zone, kind = '', between = '', quote], at) => ({
      parts: KINDS.find(([words]) => words.test(zone ?? kind))?.[1] ?? VALUES,
      text: text.slice((kinds[at]?.index ?? 0) + start.length).slice(0, NAME_LIMIT + 1),
      isProse: quote === '' && between.trim() === '' && kind !== '$',
    }));
    this.#words = new Set(text.split(/[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}"',;:]/u).filter((word) => word !== ''));
  }

  /** Returns true if the description says that a text is the name of a field. */
  isName(text: string): boolean {
    return this.#announced.some((announced) => startsWithName(announced, text.toLowerCase(), true));
  }

  /** Returns the index of the field whose name the description announces first, and most exactly, or -1. */
  announced(fields: readonly Field[]): number {
    return this.#first((announced) => indexOfMost(fields, (field) => exactness(announced, field, true)));
  }

  /**
   * Returns the index of the field that the description names first, and most exactly. If it names none, returns that
   * of a field whose name is a word in it or that is of the kind that it mentions, or -1.
   */
  best(fields: readonly (Field | undefined)[]): number {
    const named = this.#first((announced) =>
      indexOfMost(fields, (field) => exactness(announced, field, false)),
    );
    if (named >= 0) return named;
    const word = fields.findIndex((field) => field && this.#words.has(field.name.toLowerCase()));
    if (word >= 0) return word;
    return this.#first(({ parts }) => fields.findIndex((field) => field && parts.includes(field.part)));
  }

  #first(indexIn: (announced: Announced) => number): number {
    for (const announced of this.#announced) {
      const index = indexIn(announced);
      if (index >= 0) return index;
    }
    return -1;
  }
}

/** Returns the index of the first field with the highest positive number, or -1. */
function indexOfMost(fields: readonly (Field | undefined)[], numberOf: (field: Field) => number): number {
  let [index, most] = [-1, 0];
  for (const [at, field] of fields.entries()) {
    const number = field ? numberOf(field) : 0;
    if (number > most) [index, most] = [at, number];
  }
  return index;
}

/** Returns how many characters name a field or one that contains it, and one more for its whole path; 0 if none do. */
function exactness(announced: Announced, { part, name, path }: Field, isStrict: boolean): number {
  if (!announced.parts.includes(part)) return 0;
  const names = path.map((_, at) => pathName(path.slice(0, at + 1), '.', ''));
  const whole = [names.at(-1) ?? '', pathName(path, '[', ']'), pathName(path, '.array_', ''), path.join('/')];
  const partial = [
    name,
    ...names,
    ...name.split('[', 1),
    path.filter((each) => !/^\d+$/.test(each)).join('.'),
  ];
  const length = (all: readonly string[], more: number) =>
    all.reduce(
      (most, each) =>
        startsWithName(announced, each.toLowerCase(), isStrict) ? Math.max(most, each.length + more) : most,
      0,
    );
  return Math.max(length(whole, 1), length(partial, 0));
}

/** Returns the names of a path, with text around the indexes of lists. */
function pathName(path: readonly string[], before: string, after: string): string {
  return path
    .map((each, at) => (/^\d+$/.test(each) ? before + each + after : at > 0 ? `.${each}` : each))
    .join('');
}

/** Returns true if a name follows. In prose, a strict reading requires that the name ends a clause. */
function startsWithName({ text, isProse }: Announced, name: string, isStrict: boolean): boolean {
  if (name === '' || name.length > NAME_LIMIT || !text.startsWith(name)) return false;
  const rest = text.slice(name.length);
  return isProse && isStrict ? /^(?:$|[.,;:)\]]|\s*$)/.test(rest) : !/^[\w-]/.test(rest);
}
