/**
 * Finds secrets by the name they go by: header lines, parameters of queries and forms, members of JSON, parts of
 * multipart bodies. Lenient, for attacks are seldom well-formed; linear in the text. Findings ascend.
 */
import { type Finding, headerSecrets } from './headerGrammar.ts';
import type { SecretNames } from './secretNames.ts';

/** What ends a parameter's value: in a request target `&` or `#`, in a form `&` or a line end, in other text more. */
export type Context = 'query' | 'form' | 'text';

const LONGEST_NAME = 100;
const LONGEST_PART_HEAD = 4096;

/**
 * Header lines anywhere in the text, with the lines folded into them. In prose, only those that are nothing but headers:
 * a line such as `password: …` may tell of an attack.
 */
export function findInHeaderLines(text: string, names: SecretNames, isProse: boolean): Finding[] {
  if (!text.includes(':')) return [];
  const findings: Finding[] = [];
  const field = /^([\w!#$%&'*+.^`|~-]{1,100})[ \t]{0,20}:/gm;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    const name = match[1] ?? '';
    const kind = names.ofHeader(name);
    if (kind === undefined || (isProse && kind === 'key' && !name.includes('-'))) continue;
    const start = field.lastIndex;
    const end = foldedLineEnd(text, start);
    for (const finding of headerSecrets(name, kind, text.slice(start, end))) {
      findings.push({ ...finding, start: start + finding.start, end: start + finding.end });
    }
    field.lastIndex = end;
  }
  return findings;
}

function foldedLineEnd(text: string, start: number): number {
  const lineEnd = /\r\n|[\r\n]/g;
  lineEnd.lastIndex = start;
  for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
    const next = text[lineEnd.lastIndex];
    if (next !== ' ' && next !== '\t') return match.index;
  }
  return text.length;
}

/** `name=value`, as in queries, forms and parameters of headers. */
export function findInPairs(text: string, names: SecretNames, context: Context): Finding[] {
  const findings: Finding[] = [];
  for (let equals = text.indexOf('='); equals >= 0; ) {
    let next = equals + 1;
    const nameStart = nameStartBefore(text, equals);
    const name = text.slice(nameStart, equals);
    if (name !== '' && names.isSecret(name)) {
      const quote = context === 'text' ? quotedEnd(text, next) : undefined;
      const start = quote === undefined ? next : next + 1;
      next = quote ?? firstMatch(text, valueDelimiter(context, text[nameStart - 1]), next);
      if (next > start) findings.push({ start, end: next, kind: 'secret', name });
    }
    equals = text.indexOf('=', next);
  }
  return findings;
}

function nameStartBefore(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && isNameUnit(text.charCodeAt(start - 1))) start--;
  return start;
}

function isNameUnit(unit: number): boolean {
  return unit > 0x7f || NAME_UNITS[unit] === true;
}

const NAME_UNITS = Array.from({ length: 0x80 }, (_, unit) =>
  /[\w.\-[\]$@%+:]/.test(String.fromCharCode(unit)),
);

function valueDelimiter(context: Context, before: string | undefined): RegExp {
  if (context === 'form') return /[&\r\n]/g;
  if (context === 'query') return before === ';' ? /[;/?&#]/g : /[&#]/g;
  return before === '?' || before === '&' ? /[&#\s"<>]/g : /[&;,\s"'<>]/g;
}

/** Past a value in quotes on one line, without the quote; undefined when there is none. */
function quotedEnd(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") return undefined;
  const end = firstMatch(text, quote === '"' ? /["\r\n]/g : /['\r\n]/g, start + 1);
  return text[end] === quote ? end : undefined;
}

/** `"name": value`, whole or cut off. Names and values may be in single quotes. */
export function findInJson(text: string, names: SecretNames): Finding[] {
  if (!text.includes('"') && !text.includes("'")) return [];
  const findings: Finding[] = [];
  const member = /(["'])((?:[^"'\\\r\n{},:]|\\u[\da-f]{4}){1,100})\1\s{0,100}:\s{0,100}/gi;
  for (let match = member.exec(text); match !== null; match = member.exec(text)) {
    const name = match[2] ?? '';
    if (!names.isSecret(name)) {
      // What looked like the end of this name may be the start of the next.
      member.lastIndex = match.index + 1 + (match[2] ?? '').length;
      continue;
    }
    let depth = 0;
    let offset = member.lastIndex;
    do {
      const character = text.charAt(offset);
      if (character === '"' || character === "'") {
        const end = stringEnd(text, offset);
        if (end > offset + 1 && !(depth > 0 && isFollowedByColon(text, end + 1))) {
          findings.push({ start: offset + 1, end, kind: 'secret', name });
        }
        offset = end + 1;
      } else if (/[[{]/.test(character)) {
        depth++;
        offset++;
      } else if (/[\]},:\s]/.test(character)) {
        if (/[\]}]/.test(character)) depth--;
        offset++;
      } else {
        const end = firstMatch(text, /[\s,:\]}["'{&;<>]/g, offset);
        const literal = text.slice(offset, Math.min(end, offset + 6));
        if (end > offset && !/^(?:true|false|null)$/.test(literal)) {
          findings.push({ start: offset, end, kind: 'secret', name });
        }
        offset = Math.max(end, offset + 1);
      }
    } while (depth > 0 && offset < text.length);
    member.lastIndex = offset;
  }
  return findings;
}

/** The offset of the quote that ends the string which starts at `start`; the text's length when it is cut off. */
function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  let end = text.indexOf(quote, start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text[start - 1] === '\\') start--;
  return (offset - start) % 2 === 1;
}

function isFollowedByColon(text: string, offset: number): boolean {
  return /^\s{0,100}:/.test(text.slice(offset, offset + 101));
}

/** Parts of a multipart body, from their Content-Disposition to the next line that starts with two hyphens. */
export function findInMultipart(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const disposition = /content-disposition[ \t]*:/gi;
  for (let match = disposition.exec(text); match !== null; match = disposition.exec(text)) {
    const start =
      match.index +
      firstPast(text.slice(match.index, match.index + LONGEST_PART_HEAD), /\r\n\r\n|\n\n|\r\r/g);
    const head = text.slice(match.index, start);
    const [, quoted, plain = ''] = /[;\s]name\*?=(?:"([^"\r\n]{0,200})"|([^;\s]{1,200}))/i.exec(head) ?? [];
    const name = (quoted ?? plain).replace(/^utf-8'[^']*'/i, '');
    if (!names.isSecret(name)) continue;
    const end = firstMatch(text, /\r?\n--|\r--/g, start);
    if (end > start) findings.push({ start, end, kind: 'secret', name });
    disposition.lastIndex = end;
  }
  return findings;
}

/** Past the first match of the pattern (global); the text's length when there is none. */
function firstPast(text: string, pattern: RegExp): number {
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

/** Where the pattern (global) first matches from `start` on; the text's length when nowhere. */
export function firstMatch(text: string, pattern: RegExp, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}
