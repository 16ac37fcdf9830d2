/**
 * Finds secrets by their names: parameters in queries and forms, JSON members, and parts of multipart bodies. Lenient,
 * because attacks are seldom well-formed. Linear in the length of the text. Findings are in ascending order.
 */

import { firstMatch } from '../text/nearby.ts';
import { type Finding, headerSecrets, moved } from './headerGrammar.ts';
import { fullyDecoded } from './levels.ts';
import { isNoValue, looksRandom } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/**
 * The context of a parameter, which determines where its value ends: at `&` or `#` in a target, at `&` or a line break
 * in a form, and at more characters in other text.
 */
export type Context = 'query' | 'form' | 'text';

const LONGEST_NAME = 100;
const LONGEST_PART_HEAD = 4096;

/**
 * Returns the finding for a named value; none if the name does not indicate a secret or the value is not one.
 *
 * @param start the start of the value in `text`; `end` is exclusive
 */
export function namedValue(
  names: SecretNames,
  name: string,
  text: string,
  start: number,
  end: number,
): Finding[] {
  if (end <= start) return [];
  const judgement = names.judge(name);
  if (judgement === 'harmless') return [];
  const value = text.slice(start, Math.min(end, start + LONGEST_JUDGED));
  if (isNoValue(value) || SIGNING_SCOPE.test(value) || CONNECTION.test(value)) return [];
  if (judgement === 'ambiguous' && (CONTENT_DIGEST.test(value) || !looksRandom(fullyDecoded(value).trim())))
    return [];
  return [{ start, end, kind: 'secret', name }];
}

/** Returns the findings in a name-value pair. If the pair is a header, as in a HAR file, its scheme is kept. */
export function pairedValue(
  names: SecretNames,
  name: string,
  text: string,
  start: number,
  end: number,
): Finding[] {
  const kind = names.ofHeader(name);
  if (kind !== undefined && kind !== 'key')
    return moved(headerSecrets(name, kind, text.slice(start, end)), start);
  return namedValue(names, name, text, start, end);
}

/**
 * The signing scope in a signature for AWS or Google Cloud: key, day, region, and service. Keys in it are recognized by
 * their shape.
 */
const SIGNING_SCOPE =
  /^[\w.@%-]{1,200}(?:\/|%2F)\d{8}(?:\/|%2F)[\w-]{1,40}(?:\/|%2F)[\w-]{1,40}(?:\/|%2F)\w{1,20}_request/i;

/** A connection string, in which the password has its own name. */
const CONNECTION =
  /^[A-Za-z ]{2,40}=[^;=]{0,200};(?:[^;=]{1,40}=[^;=]{0,200};){0,20}(?:password|pwd)\s{0,5}=/i;

/** The beginning of a content digest, such as `sha256:` before its hash. */
const CONTENT_DIGEST = /^(?:sha\d{1,3}|md5|blake\w{1,4})[:-]/i;

/** Maximum length, in UTF-16 units, of a value to examine. */
const LONGEST_JUDGED = 4096;

/** Words after which a name in SQL is a column, as in `AND password='x'`. */
const BEFORE_COLUMN = /(?:(?<![\w:])(?:and|or|where|set|having|on|by|select|not|xor)|\|\||&&)[\s(+]{1,20}$/i;

/** Finds `name=value`, as in queries, forms, and header parameters. */
export function findInPairs(
  text: string,
  names: SecretNames,
  context: Context,
  isDecoded: boolean,
): Finding[] {
  const findings: Finding[] = [];
  const ends = new ValueEnds(text);
  const isSignIn = /(?:state|redirect_uri|grant_type|code_verifier)=/.test(text);
  const isSent = /(?:phone|mobile|e-?mail|otp|verif\w{0,9})\w{0,12}=/i.test(text);
  /** Returns true for an OAuth code, or for a six-digit code that was sent to the user. */
  const isCodeAt = (name: string, at: number) =>
    (isSignIn && name === 'code' && looksRandom(/[^&#\s"'<>]*/.exec(text.slice(at, at + 64))?.[0] ?? '')) ||
    (isSent && /^code$/i.test(name) && /^\d{6}(?!\d)/.test(text.slice(at, at + 7)));
  for (let equals = text.indexOf('='); equals >= 0; ) {
    let next = equals + 1;
    const nameStart = nameStartBefore(text, equals);
    const name = text.slice(nameStart, equals);
    const isName = /\p{L}/u.test(name) && isNameStart(text, nameStart, name, context);
    if (isName && (names.judge(name) !== 'harmless' || isCodeAt(name, next))) {
      const quote = context === 'text' ? quotedEnd(text, next) : undefined;
      const start = quote === undefined ? next : next + 1;
      const far = quote ?? ends.next(valueDelimiter(context, text[nameStart - 1]), next);
      const end = context === 'text' ? far : wordEnd(text, nameStart, next, far, isDecoded);
      const found: Finding[] = isCodeAt(name, next)
        ? [{ start, end, kind: 'secret', name }]
        : ends.isJudged(end)
          ? namedValue(names, name, text, start, end)
          : [];
      findings.push(...found);
      if (found.length > 0) next = end;
    }
    equals = text.indexOf('=', next);
  }
  return findings;
}

/** A command after a variable assignment, encoded or not: `TOKEN=x sh /tmp/a`. */
const COMMAND = /(?:\s|\+|%20)[a-z][a-z_\d.]{1,20}(?:\s|\+|%20)(?:-|\/|%2F|>|%3E|\||%7C|"|%22|'|%27|\$)/i;
/** The end of a word in a shell. */
const WORD_END = /[\s;|&)\]}`]/g;
/** Maximum number of units of a value to search for a command. */
const LONGEST_BEFORE_COMMAND = 400;

/**
 * Returns the end of a value in a query or form. The end is before `far` if the name belongs not to a field but to a
 * variable or a command option inside a field.
 */
function wordEnd(text: string, nameStart: number, start: number, far: number, isDecoded: boolean): number {
  const before = text[nameStart - 1] ?? '';
  const name = text.slice(nameStart, start);
  const isInShell =
    /^--[a-z]/i.test(name) ||
    (isDecoded &&
      (/[\s;|(`]/.test(before) || /^-[a-z]/i.test(name) || text.slice(nameStart - 2, nameStart) === '&&'));
  const opening = text.charAt(start);
  if (isInShell && !/["']/.test(opening)) return Math.min(far, firstMatch(text, WORD_END, start));
  if (!/[;=]/.test(before)) return far;
  const command = text.slice(start, Math.min(far, start + LONGEST_BEFORE_COMMAND)).search(COMMAND);
  return command < 0 ? far : start + command;
}

/** Maximum number of names inside a named value that are judged. */
const MOST_NESTED = 16;

/** Finds the ends of values. The text is searched only once, even if a value contains many names. */
class ValueEnds {
  readonly #text: string;
  readonly #last = new Map<RegExp, number>();
  #judged = 0;
  #judgedEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the offset of the next delimiter at or after `start`; `start` must not decrease between calls. */
  next(delimiter: RegExp, start: number): number {
    let end = this.#last.get(delimiter) ?? -1;
    if (end < start) {
      end = firstMatch(this.#text, delimiter, start);
      this.#last.set(delimiter, end);
    }
    return end;
  }

  /** Returns true for at most `MOST_NESTED` consecutive values that end at the same offset. */
  isJudged(end: number): boolean {
    this.#judged = end === this.#judgedEnd ? this.#judged + 1 : 0;
    this.#judgedEnd = end;
    return this.#judged < MOST_NESTED;
  }
}

/**
 * Returns true if a name can begin here: in a query, after a separator; in text, anywhere except at an SQL column name.
 */
function isNameStart(text: string, start: number, name: string, context: Context): boolean {
  const decoded = fullyDecoded(name).replaceAll('+', ' ');
  const before = text[start - 1];
  if (/['"<>()\s]/.test(decoded)) return false;
  if (before === undefined || /[?&;#{[=]/.test(before)) return true;
  if (BEFORE_COLUMN.test(text.slice(Math.max(0, start - 24), start))) return false;
  if (context === 'text') return true;
  return before === ' ' || before === '/'
    ? !/['")]/.test(text.slice(Math.max(0, start - 40), start))
    : /[\n\r,|"'`(:\\>]/.test(before);
}

function nameStartBefore(text: string, end: number): number {
  let start = end;
  while (end - start < LONGEST_NAME && isNameUnit(text.charCodeAt(start - 1))) start--;
  return start;
}

function isNameUnit(unit: number): boolean {
  return unit > 0x7f || NAME_UNITS[unit] === true;
}

const NAME_UNITS = Array.from({ length: 0x80 }, (_, unit) =>
  /[\w.\-[\]$@%+:]/.test(String.fromCharCode(unit)),
);

const DELIMITERS = {
  form: /[&\r\n]/g,
  formOfSemicolons: /[&;\r\n]/g,
  query: /[&#]/g,
  pathParameter: /[;/?&#]/g,
  queryInText: /[&#\s"<>]/g,
  text: /[&;,\s"'<>]/g,
} as const;

function valueDelimiter(context: Context, before: string | undefined): RegExp {
  if (context === 'form') return before === ';' ? DELIMITERS.formOfSemicolons : DELIMITERS.form;
  if (context === 'query') return before === ';' ? DELIMITERS.pathParameter : DELIMITERS.query;
  return before === '?' || before === '&' ? DELIMITERS.queryInText : DELIMITERS.text;
}

/** Returns the end of a quoted value on one line, before the closing quote, or undefined if it is not closed. */
function quotedEnd(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") return undefined;
  const end = firstMatch(text, quote === '"' ? /["\r\n]/g : /['\r\n]/g, start + 1);
  return text[end] === quote ? end : undefined;
}

/**
 * Finds the parts of a multipart body. A part extends from its Content-Disposition to the next line that starts with
 * two hyphens.
 */
export function findInMultipart(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const disposition = /content-disposition[ \t]*:/gi;
  for (let match = disposition.exec(text); match !== null; match = disposition.exec(text)) {
    const [head = ''] = text
      .slice(match.index, match.index + LONGEST_PART_HEAD)
      .split(/(?<=\r\n\r\n|\n\n|\r\r)/, 1);
    const start = match.index + head.length;
    const [, quoted, plain = ''] = /[;\s]name\*?=(?:"([^"\r\n]{0,200})"|([^;\s]{1,200}))/i.exec(head) ?? [];
    const end = firstMatch(text, /\r?\n--|\r--/g, start);
    findings.push(...namedValue(names, quoted ?? plain, text, start, end));
    disposition.lastIndex = end;
  }
  return findings;
}
