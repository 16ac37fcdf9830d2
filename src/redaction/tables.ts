/**
 * Finds secrets in tables: CSV and similar formats, Markdown tables, Nexacro data sets, and JSON lists. Linear in the
 * length of the text.
 */

import type { Span } from '../text/spans.ts';
import type { Finding } from './headerGrammar.ts';
import { namedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

/** Maximum length, in UTF-16 units, of a line to read as column names. */
const LONGEST_HEAD = 2000;
/** Cell separators; Nexacro uses the ASCII separator characters. */
const SEPARATORS = ['\u001f', '\t', '|', ';', ','];
const LINE_SEPARATOR = '\u001e';
const MOST_COLUMNS = 100;
/** A column name, which in Nexacro includes the type: `USER_PWD:string(32)`. */
const COLUMN = /^([\p{L}_][\p{L}\p{M}\d _.-]{0,40})(?::\w{1,20}(?:\(\d{1,6}\))?)?$/u;

/** Matches the rows of a table: its lines. */
const LINES = /[^\r\n]+/g;
/** Matches lists of strings in JSON: `"names":["user","password"],"values":["anna","x"]`. */
const LISTS = /(?<=\[)\s{0,20}["'][^[\]{}]{2,2000}(?=\])/g;

/**
 * Finds secrets below a row whose cells are names, including the name of at least one secret. The rows below it must
 * have the same number of cells.
 */
export function findInTables(text: string, names: SecretNames): Finding[] {
  const inserted = [...insertedValues(text)].flatMap(({ name, start, end }) =>
    namedValue(names, name, text, start, end),
  );
  const inLists = inRows(text, LISTS, names).filter(({ start, end }) =>
    isCredential(text.slice(start, end), names),
  );
  return [...inserted, ...inRows(text.replaceAll(LINE_SEPARATOR, '\n'), LINES, names), ...inLists];
}

function inRows(text: string, rows: RegExp, names: SecretNames): Finding[] {
  if (!SEPARATORS.some((each) => text.includes(each))) return [];
  const findings: Finding[] = [];
  let table: ReturnType<typeof headOf>;
  for (const { 0: row, index } of text.matchAll(rows)) {
    if (table) {
      const cells = cellsOf(row, index, table.separator);
      const isCutOff = index + row.length === text.length;
      if (cells.length === table.names.length || (isCutOff && cells.length < table.names.length)) {
        for (const [column, { start, end }] of cells.entries())
          findings.push(...namedValue(names, table.names[column] ?? '', text, start, end));
      } else table = undefined;
    }
    table ??= headOf(row, names);
  }
  return findings;
}

/** Returns true for a value that is not a word, which could be the name of another column. */
function isCredential(value: string, names: SecretNames): boolean {
  return /[\d\p{P}\p{S}\p{Lu}]/u.test(value) && names.judge(value) === 'harmless';
}

/** Returns the names of the columns, or undefined if the line is not a table header or has no column of secrets. */
function headOf(line: string, names: SecretNames) {
  const separator = SEPARATORS.find((each) => line.includes(each));
  if (separator === undefined || line.length > LONGEST_HEAD) return undefined;
  const cells = cellsOf(line, 0, separator).map(({ start, end }) => line.slice(start, end));
  const columns = cells.map((cell) => COLUMN.exec(cell)?.[1] ?? '');
  // The first cell of a Markdown table is the text before its border.
  const isNoName = (name: string, at: number) =>
    name === '' && cells[at] !== '' && !(separator === '|' && at === 0);
  if (cells.length > MOST_COLUMNS || columns.some(isNoName)) return undefined;
  return columns.some((name) => names.isSecret(name)) ? { separator, names: columns } : undefined;
}

/** Returns the ranges of a line's cells, without surrounding quotes and white space. */
function cellsOf(line: string, offset: number, separator: string): Span[] {
  const cells: Span[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at <= line.length && cells.length <= MOST_COLUMNS; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || line[at] !== separator)) continue;
    const cell = line.slice(start, at);
    const before = /[\s"']{0,20}/.exec(cell)?.[0].length ?? 0;
    const inner = cell.slice(before).replace(/[\s"']{1,20}$/, '');
    cells.push({ start: offset + start + before, end: offset + start + before + inner.length });
    start = at + 1;
  }
  return cells;
}

/** A value of an inserted row: text in quotes, which truncated text might not close, or any other value. */
const INSERTED =
  /\s{0,9}(?:N?'((?:[^'\\]|''|\\.){0,2000})(?:'\s{0,9}(?=[,)]|$)|$)|[^',()]{0,200}(?:\([^'()]{0,200}\)\s{0,9})?(?=[,)]))([,)]?)/dy;
const NEXT_ROW = /\s{0,9},\s{0,9}\(/y;

/**
 * Yields the quoted values in `INSERT INTO t (name, password) VALUES ('anna', 'x'), ('bob', 'y')`, each with the name
 * of its column.
 */
function* insertedValues(text: string): Generator<Span & { readonly name: string }> {
  const head =
    /\binsert\s{1,9}into\s{1,9}[\w.`"[\]]{1,100}\s{0,9}\(([^()]{1,1000})\)\s{0,9}values\s{0,9}\(/gi;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const columns = (match[1] ?? '').split(',').map((name) => name.replace(/[`"'[\]]/g, '').trim());
    for (let isRow = true; isRow; ) {
      let end = head.lastIndex;
      for (const name of columns) {
        INSERTED.lastIndex = end;
        const found = INSERTED.exec(text);
        if (found === null) break;
        end = INSERTED.lastIndex;
        const value = found.indices?.[1];
        if (value) yield { name, start: value[0], end: value[1] };
        if (found[2] !== ',') break;
      }
      NEXT_ROW.lastIndex = end;
      isRow = NEXT_ROW.test(text);
      if (isRow) head.lastIndex = NEXT_ROW.lastIndex;
    }
  }
}
