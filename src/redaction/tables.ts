/**
 * Finds secrets in tables: CSV and similar formats, Markdown tables, Nexacro data sets, and JSON lists. Linear in the
 * length of the text. Findings ascend.
 */
import type { Finding, Span } from './headerGrammar.ts';
import { namedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

/** Maximum length, in UTF-16 units, of a line to read as column names. */
const LONGEST_HEAD = 2000;
/** Cell separators; Nexacro uses the ASCII separator characters. */
const SEPARATORS = ['\u001f', '\t', '|', ';', ','];
const LINE_SEPARATOR = '\u001e';
const MOST_COLUMNS = 100;
/** A column name, which in Nexacro includes the type: `USER_PWD:string(32)`. */
const COLUMN =
  /^\s{0,20}["']?([\p{L}_][\p{L}\p{M}\d _.-]{0,40})(?::\w{1,20}(?:\(\d{1,6}\))?)?["']?\s{0,20}$/u;

/** A list of strings, and a list of strings, numbers, and words. */
const NAME_LIST = /\[\s{0,20}"[^"\\\r\n]{1,60}"(?:\s{0,20},\s{0,20}"[^"\\\r\n]{1,60}"){1,40}\s{0,20}\]/g;
const CELL = /\s{0,20}(?:"((?:[^"\\]|\\.){0,400})"|([\w.+-]{1,40}))\s{0,20}(,|\])/dgy;
/** The text before a row: another list, or the name of a list. */
const BEFORE_ROW = /(?:\[|\]\s{0,20},|"(?:values?|data|args|params|row)"\s{0,9}:)\s{0,20}$/i;
/** Maximum number of units after a list of names to search for rows. */
const LONGEST_TABLE = 16 * 1024;

/**
 * `"columns":["user","password"],"rows":[["anna","x"]]`: lists of the same length as a list of names that contains a
 * secret name.
 */
function findInLists(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  NAME_LIST.lastIndex = 0;
  for (let head = NAME_LIST.exec(text); head !== null; head = NAME_LIST.exec(text)) {
    const columns = head[0]
      .slice(1, -1)
      .split(',')
      .map((name) => name.trim().slice(1, -1));
    if (!columns.some((name) => names.isSecret(name))) continue;
    const from = NAME_LIST.lastIndex;
    const end = Math.min(text.length, from + LONGEST_TABLE);
    let at = text.indexOf('[', from);
    for (; at >= 0 && at < end; at = text.indexOf('[', at)) {
      const isRow = BEFORE_ROW.test(text.slice(Math.max(0, at - 40), at));
      if (!isRow && !/^\[\s{0,20}\[/.test(text.slice(at, at + 25))) break;
      CELL.lastIndex = ++at;
      const cells: (readonly [number, number] | undefined)[] = [];
      for (let cell = isRow ? CELL.exec(text) : null; cell !== null; ) {
        at = CELL.lastIndex;
        cells.push(cell.indices?.[1] ?? cell.indices?.[2]);
        cell = cell[3] === ',' ? CELL.exec(text) : null;
      }
      if (cells.length !== columns.length || text[at - 1] !== ']') continue;
      for (const [column, name] of columns.entries()) {
        const [start, cellEnd] = cells[column] ?? [0, 0];
        const finding = names.isSecret(name) ? namedValue(names, name, text, start, cellEnd) : undefined;
        if (finding) findings.push(finding);
      }
    }
    NAME_LIST.lastIndex = Math.max(from, Math.min(at < 0 ? end : at, end));
  }
  return findings;
}

/** Finds a line of names, at least one indicating a secret, followed by lines with the same number of cells. */
export function findInTables(text: string, names: SecretNames): Finding[] {
  return [...findInLists(text, names), ...findInLines(text, names)];
}

function findInLines(text: string, names: SecretNames): Finding[] {
  if (
    !SEPARATORS.some((each) => text.includes(each)) ||
    !(/[\r\n]/.test(text) || text.includes(LINE_SEPARATOR))
  )
    return [];
  const findings: Finding[] = [];
  let table: { separator: string; names: readonly (string | undefined)[] } | undefined;
  let start = 0;
  for (const line of text.replaceAll(LINE_SEPARATOR, '\n').split(/[\r\n]/)) {
    if (table && line !== '') {
      const cells = cellsOf(line, start, table.separator);
      if (cells.length === table.names.length) {
        for (const [index, { start: from, end }] of cells.entries()) {
          const name = table.names[index];
          const finding = name === undefined ? undefined : namedValue(names, name, text, from, end);
          if (finding) findings.push(finding);
        }
      } else table = undefined;
    }
    table ??= headOf(line, names);
    start += line.length + 1;
  }
  return findings;
}

/** Returns the columns of secrets by position, or undefined if the line is not a table header or has no such column. */
function headOf(line: string, names: SecretNames) {
  if (line.length > LONGEST_HEAD) return undefined;
  const separator = SEPARATORS.find((each) => line.includes(each));
  if (separator === undefined) return undefined;
  const cells = line.split(separator, MOST_COLUMNS + 1);
  const inner =
    separator === '|'
      ? cells.filter((cell, at) => cell.trim() !== '' && !(at === 0 && line.trimEnd().endsWith('|')))
      : cells;
  // Text before the first border of a Markdown table, such as the name of a form field, is not a cell.
  const isBordered = separator === '|' && line.trimEnd().endsWith('|');
  const columns = cells.map((cell, at) =>
    isBordered && at === 0 ? undefined : COLUMN.exec(cell)?.[1]?.trim(),
  );
  if (cells.length > MOST_COLUMNS || inner.length < 2) return undefined;
  if (columns.filter((name) => name !== undefined).length !== inner.length) return undefined;
  const secret = columns.map((name) => (name !== undefined && names.isSecret(name) ? name : undefined));
  return secret.some((name) => name !== undefined) ? { separator, names: secret } : undefined;
}

/** Returns the ranges of a line's cells, without surrounding quotes and white space. */
function cellsOf(line: string, offset: number, separator: string): Span[] {
  const cells: Span[] = [];
  let start = 0;
  while (start <= line.length && cells.length <= MOST_COLUMNS) {
    let end = line.indexOf(separator, pastQuotes(line, start));
    if (end < 0) end = line.length;
    const cell = line.slice(start, end);
    const before = /^[\s"']{0,20}/.exec(cell)?.[0].length ?? 0;
    const inner = cell.slice(before).replace(/[\s"']{1,20}$/, '');
    cells.push({ start: offset + start + before, end: offset + start + before + inner.length });
    start = end + 1;
  }
  return cells;
}

/** Maximum length, in UTF-16 units, of a quoted cell. */
const LONGEST_QUOTED = 4000;

/** Returns the end of a quoted cell, in which separators are plain text, or `start` if the cell is not quoted. */
function pastQuotes(line: string, start: number): number {
  const before = /^\s{0,20}"/.exec(line.slice(start, start + 21))?.[0].length;
  if (before === undefined) return start;
  let close = line.indexOf('"', start + before);
  while (close >= 0 && line[close + 1] === '"' && close - start < LONGEST_QUOTED)
    close = line.indexOf('"', close + 2);
  return close < 0 || close - start >= LONGEST_QUOTED ? start : close + 1;
}
