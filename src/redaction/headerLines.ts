/**
 * Finds header lines and similar-looking YAML lines anywhere in text. A continuation line is part of a header only in
 * the head of a message; everywhere else, a value ends at the end of its line. Linear in the length of the text.
 * Findings are in ascending order.
 */

import { firstMatch } from '../text/nearby.ts';
import type { Span } from '../text/spans.ts';
import { type Finding, headerSecrets, moved } from './headerGrammar.ts';
import type { SecretNames } from './secretNames.ts';

/**
 * Finds header lines anywhere in the text, including any continuation lines.
 * @param isProse true for prose, where only unambiguous headers are recognized, because a line such as `password: …`
 *   might describe an attack
 * @param isHead true if the text is the head of a message
 */
export function findInHeaderLines(
  text: string,
  names: SecretNames,
  isProse: boolean,
  isHead: boolean,
): Finding[] {
  if (!text.includes(':')) return [];
  const findings: Finding[] = [];
  const field = /^[ \t]{0,20}[\w!#$%&'*+.^`|~-]{1,100}[ \t]{0,20}:/gm;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    const name = match[0].slice(0, -1).trim();
    const start = field.lastIndex;
    const kind = names.ofHeader(name);
    if (kind === undefined || (isProse && kind === 'key' && !name.includes('-'))) continue;
    const span = isHead
      ? { start, end: foldedLineEnd(text, start) }
      : scalarAfter(text, start, match[0].indexOf(name));
    const value = text.slice(span.start, span.end);
    field.lastIndex = Math.max(start, span.end);
    findings.push(...moved(headerSecrets(name, kind, value), span.start));
  }
  return findings;
}

/** A continuation line. A line with its own name is a separate field, no matter how it is indented. */
const CONTINUATION = /[ \t](?![ \t]{0,20}[\w-]{1,60}:(?:\s|$))/y;

function foldedLineEnd(text: string, start: number): number {
  for (let end = firstMatch(text, /[\r\n]/g, start); ; ) {
    const next = nextLine(text, end);
    CONTINUATION.lastIndex = next;
    if (!CONTINUATION.test(text)) return end;
    end = firstMatch(text, /[\r\n]/g, next);
  }
}

/** The end of the JSON string that contains a line. */
const STRING_END = /"\s{0,20}(?:[}\]]|,\s{0,20}")/;
/** The start of a line with its own name or of a list item. */
const NAMED_LINE = /^\s{1,100}(?:-\s|--|["']?[\w-]{1,60}["']?[ \t]{0,5}:(?:\s|$))/;

/** Returns the value on a line, which is a header, a YAML scalar, or the end of a JSON string, or the lines of its YAML block. */
function scalarAfter(text: string, start: number, indent: number): Span {
  const end = firstMatch(text, /[\r\n]/g, start);
  const line = text.slice(start, end);
  if (/^[ \t]{0,20}(?:[|>][+-]?\d?)?[ \t]{0,20}$/.test(line))
    return blockAfter(text, end, indent, line.trim() === '');
  const [, before = '', quoted] =
    /^([ \t]{0,20}["'])([^"'\r\n]{1,4000})["']\s{0,20}(?:[,}\]#]|$)/.exec(line) ?? [];
  if (quoted !== undefined)
    return { start: start + before.length, end: start + before.length + quoted.length };
  const ends = [line.search(/\s#\s/), line.search(STRING_END)].filter((at) => at >= 0);
  return { start, end: start + Math.min(line.length, ...ends) };
}

/** Returns the more indented lines after a line, or only the first of them if it is a single value. */
function blockAfter(text: string, lineEnd: number, indent: number, isSingle: boolean): Span {
  let end = lineEnd;
  for (let next = nextLine(text, end); ; next = nextLine(text, end)) {
    const line = text.slice(next, firstMatch(text, /[\r\n]/g, next));
    const isBlank = line.trim() === '';
    if (isBlank ? isSingle : line.search(/\S/) <= indent) break;
    if (isSingle && NAMED_LINE.test(line)) break;
    end = next + line.length;
    if (isSingle || end === text.length) break;
  }
  return { start: Math.min(end, nextLine(text, lineEnd)), end };
}

function nextLine(text: string, lineEnd: number): number {
  return Math.min(text.length, lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1));
}
