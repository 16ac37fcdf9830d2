/**
 * Finds header lines and similar-looking YAML lines anywhere in text. A continuation line is part of a header only in
 * the head of a message; everywhere else, a value ends at the end of its line. Linear in the length of the text.
 * Findings are in ascending order.
 */
import { type Finding, headerSecrets, type Span } from './headerGrammar.ts';
import type { SecretNames } from './secretNames.ts';

export interface WhereLinesStand {
  /**
   * True for prose, where only unambiguous headers are recognized, because a line such as `password: …` might describe
   * an attack.
   */
  readonly isProse: boolean;
  /** True if the text is the head of a message. */
  readonly isHead: boolean;
}

/** The first line of a message, or the end of that line, before a header line. */
const FIRST_LINE = /^HTTP\/\d(?:\.\d)? \d{3}|\sHTTP\/\d(?:\.\d)?$/;
const LONGEST_FIRST_LINE_END = 150;

/** Finds header lines anywhere in the text, including any continuation lines. */
export function findInHeaderLines(
  text: string,
  names: SecretNames,
  { isProse, isHead }: WhereLinesStand,
): Finding[] {
  if (!text.includes(':')) return [];
  const findings: Finding[] = [];
  let blockEnd = 0;
  const field = /^([ \t]{0,20})([\w!#$%&'*+.^`|~-]{1,100})[ \t]{0,20}:/gm;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    const [, indent = '', name = ''] = match;
    const start = field.lastIndex;
    const isHeader =
      isHead || (blockEnd > 0 && match.index === blockEnd) || isAfterFirstLine(text, match.index);
    if (isHeader && !isHead) blockEnd = nextLine(text, foldedLineEnd(text, start));
    const kind = names.ofHeader(name);
    if (kind === undefined || (isProse && kind === 'key' && !name.includes('-'))) continue;
    const span = isHeader
      ? { start, end: foldedLineEnd(text, start) }
      : kind === 'key'
        ? scalarAfter(text, start, indent.length)
        : { start, end: stringEnd(text, start, lineEndFrom(text, start)) };
    const value = text.slice(span.start, span.end);
    field.lastIndex = Math.max(start, span.end);
    for (const finding of headerSecrets(name, kind, value))
      findings.push({ ...finding, start: span.start + finding.start, end: span.start + finding.end });
  }
  return findings;
}

function isAfterFirstLine(text: string, lineStart: number): boolean {
  const before = text.slice(Math.max(0, lineStart - LONGEST_FIRST_LINE_END), lineStart).trimEnd();
  return FIRST_LINE.test(before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1));
}

/** A continuation line. A line with its own name is a separate field, no matter how it is indented. */
const CONTINUATION = /[ \t](?![ \t]{0,20}[\w-]{1,60}[ \t]{0,5}:(?:\s|$))/y;

function foldedLineEnd(text: string, start: number): number {
  for (let end = lineEndFrom(text, start); ; ) {
    const next = nextLine(text, end);
    CONTINUATION.lastIndex = next;
    if (next === end || !CONTINUATION.test(text)) return end;
    end = lineEndFrom(text, next);
  }
}

function lineEndFrom(text: string, start: number): number {
  const lineEnd = /[\r\n]/g;
  lineEnd.lastIndex = start;
  return lineEnd.exec(text)?.index ?? text.length;
}

function nextLine(text: string, lineEnd: number): number {
  return Math.min(text.length, lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1));
}

/**
 * Returns the value on a YAML line: its scalar, the indented block after `|` or `>`, or a scalar that is alone on the
 * next line.
 */
function scalarAfter(text: string, start: number, indent: number): Span {
  const lineEnd = lineEndFrom(text, start);
  const line = text.slice(start, lineEnd);
  const isBlock = /^[ \t]{0,20}[|>][+-]?\d?[ \t]{0,20}$/.test(line);
  if (isBlock || line.trim() === '') {
    let end = lineEnd;
    for (let next = nextLine(text, end); next > end; next = nextLine(text, end)) {
      const to = lineEndFrom(text, next);
      const inner = text.slice(next, to);
      const depth = inner.length - inner.trimStart().length;
      if (inner.trim() === '' ? !isBlock || to === text.length : depth <= indent) break;
      if (!isBlock && /^\s{1,100}(?:-\s|--|["']?[\w-]{1,60}["']?[ \t]{0,5}:(?:\s|$))/.test(inner)) break;
      end = to;
      if (!isBlock) break;
    }
    return { start: Math.min(end, nextLine(text, lineEnd)), end };
  }
  const opening = /^[ \t]{0,20}(["'])/.exec(line);
  if (opening) {
    const from = start + opening[0].length;
    const closing = text.indexOf(opening[1] ?? '', from);
    if (closing >= 0 && closing < lineEnd && /^\s{0,20}(?:[,}\]#]|$)/.test(text.slice(closing + 1, lineEnd)))
      return { start: from, end: closing };
  }
  const comment = line.search(/\s#\s/);
  return { start, end: stringEnd(text, start, comment < 0 ? lineEnd : start + comment) };
}

/**
 * Returns the end of the JSON string that contains a line, or the end of the line if the string does not end before it.
 */
function stringEnd(text: string, start: number, lineEnd: number): number {
  const line = text.slice(start, lineEnd);
  let quotes = 0;
  for (const { index } of line.matchAll(/"/g)) {
    if (quotes++ % 2 === 0 && /^"\s{0,20}(?:[}\]]|,\s{0,20}"|$)/.test(line.slice(index, index + 50)))
      return start + index;
  }
  return lineEnd;
}
