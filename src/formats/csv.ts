/** The value of a CSV cell; undefined is empty. */
export type CsvValue = string | number | undefined;

/** Returns a CSV record (RFC 4180), ending in CRLF. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * Formats a cell. Strings are quoted and numbers are not, so that programs that treat quoted cells as text do not
 * convert `1e5` or `007` to a number. No text can be interpreted as a formula. Undefined becomes an empty cell.
 */
export function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`;
}

/**
 * The code below escapes formulas in spreadsheet cells. It takes time linear in the length of the text and uses no
 * regular expression that could overflow the stack.
 */

/** Characters that start a formula, and their full-width forms. */
const SIGN = /[=+\-@\uff1d\uff0b\uff0d\uff20]/g;

/**
 * Characters that start a new cell in programs that use a separator other than a comma. Such programs ignore the
 * quotation marks.
 */
const CELL_END = /[;|\t\n\v\f\r\u0085\u2028\u2029]/;

/** Characters that some programs skip at the start of a cell. */
const SKIPPED = /^["\s\p{Cc}\p{Cf}]$/u;
const NOT_SKIPPED = /[^"\s\p{Cc}\p{Cf}]/u;

/** A boundary line in a multipart body, which is harmless because, as a formula, it would contain only names. */
const BOUNDARY = /--[\w.-]*(?![^\r\n])/y;

/**
 * Inserts an apostrophe before text that a spreadsheet program could interpret as a formula: at the start of the text
 * and of each line, and after semicolons, tabs, and vertical bars. Also inserts one before a control character at the
 * start.
 */
export function withoutFormulas(text: string): string {
  const first = text.search(NOT_SKIPPED);
  let safe = '';
  let end = 0;
  for (const { index } of text.matchAll(SIGN)) {
    const start = cellStart(text, index);
    if (start === undefined || (start > first && isBoundary(text, start, index))) continue;
    safe += `${text.slice(end, start)}'`;
    end = start;
  }
  safe += text.slice(end);
  return /^\p{Cc}/u.test(safe) ? `'${safe}` : safe;
}

/** Returns the start of the cell if only skipped characters precede the index; otherwise, returns undefined. */
function cellStart(text: string, index: number): number | undefined {
  let start = index;
  while (start > 0 && !CELL_END.test(text.charAt(start - 1))) {
    const isHalf = (text.charCodeAt(start - 1) & 0xfc00) === 0xdc00;
    const before = text.slice(Math.max(0, start - (isHalf ? 2 : 1)), start);
    if (!SKIPPED.test(before)) return undefined;
    start -= before.length;
  }
  return start;
}

function isBoundary(text: string, start: number, index: number): boolean {
  BOUNDARY.lastIndex = index;
  return start === index && /[\r\n]/.test(text.charAt(start - 1)) && BOUNDARY.test(text);
}
