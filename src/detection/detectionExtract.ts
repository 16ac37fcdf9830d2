/**
 * Truncates a detection view to a size that a panel can display at once. The panel indicates the truncation, and
 * copying uses the full text.
 */

import type { TextRange } from '../http/decode/mappedText.ts';
import { local } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { segments } from '../text/visible.ts';
import {
  type DetectionView,
  type MatchedRow,
  TABLES,
  type TableName,
  type ViewedMatch,
} from './detectionView.ts';
import type { Row } from './facts.ts';

/** Maximum length, in UTF-16 units, of the raw data in a panel; the editor shows all of it. */
export const RAW_DATA_LIMIT = 256 * 1024;
/**
 * Maximum number of invisible characters in the raw data. Each is rendered separately, which takes a browser about a
 * hundred times as long as plain text.
 */
export const INVISIBLE_LIMIT = 16 * 1024;
/** Maximum length, in characters, of one value. */
export const VALUE_LIMIT = 64 * 1024;
/** Maximum length, in characters, of all names and values together. */
const TABLES_LIMIT = 8 * 1024 * 1024;
/** Maximum number of rows of a table, because a browser renders each of them. */
const ROWS_LIMIT = 100_000;

/**
 * Text that might be truncated: `length` is the length of the full text, and `start` is the offset of this part in the
 * full text, if not 0.
 */
export interface Extract {
  readonly text: string;
  readonly length: number;
  readonly start?: number;
}

export interface ShownRow extends Omit<Row, 'name' | 'value'> {
  readonly name: Extract;
  readonly value: Extract;
}

export interface ShownTable {
  readonly rows: readonly ShownRow[];
  /** The number of rows in the full table; `rows` contains the first of them. */
  readonly total: number;
}

/** A match, as shown in the panel. */
export interface ShownMatch extends Pick<ViewedMatch, 'sent' | 'decoded' | 'rows'> {
  readonly place: string;
  readonly how: string;
  /** The range in the visible raw data; undefined if it is outside. */
  readonly range?: TextRange;
}

/** The panel's header, and the facts shown in it. */
export interface ShownHead {
  readonly heading?: Extract;
  readonly facts: readonly ShownRow[];
}

export interface DetectionExtract {
  readonly heading?: Extract;
  readonly requestLine?: Extract;
  readonly statusLine?: Extract;
  readonly description?: Extract;
  readonly tables: Readonly<Record<TableName, ShownTable>>;
  /** The raw data around the current match. */
  readonly rawData: Extract & { readonly start: number };
  /** The ranges that the rule matched in the visible raw data. */
  readonly matched: readonly TextRange[];
  readonly matches: readonly ShownMatch[];
  /** The index of the current match. */
  readonly current: number;
  readonly isPayloadCut?: true;
}

/**
 * Returns the part of `view` to send to a panel.
 * @param current the index of the current match
 */
export function extractOf(view: DetectionView, current = view.main): DetectionExtract {
  const { heading, requestLine, statusLine, description, matched = [], matches } = view;
  const { start: from, text: rawData } = around(view.rawData, matches[current]);
  const inSight = ({ start, end }: TextRange) =>
    start >= from && end <= from + rawData.length ? [{ start: start - from, end: end - from }] : [];
  let budget = TABLES_LIMIT;
  const matchedRows = matches[current]?.rows ?? [];
  const table = (name: TableName): ShownTable => {
    const rows: ShownRow[] = [];
    for (const [index, row] of view.tables[name].entries()) {
      const inMatch = matchedRows.find((each) => each.table === name && each.index === index);
      const shown = shownRow(row, inMatch?.range);
      budget -= shown.name.text.length + shown.value.text.length;
      if (budget < 0 || rows.length === ROWS_LIMIT) break;
      rows.push(shown);
    }
    return { rows, total: view.tables[name].length };
  };
  const tables = Object.fromEntries(TABLES.map((name) => [name, table(name)])) as Record<
    TableName,
    ShownTable
  >;
  return {
    ...(heading && { heading: extract(heading, VALUE_LIMIT) }),
    ...(requestLine && { requestLine: extract(requestLine, VALUE_LIMIT) }),
    ...(statusLine && { statusLine: extract(statusLine, VALUE_LIMIT) }),
    ...(description && { description: extract(description, VALUE_LIMIT) }),
    tables,
    rawData: { text: rawData, length: view.rawData.length, start: from },
    matched: matched.flatMap(inSight),
    matches: matches.map((match) => {
      const { place, how, sent, decoded } = match;
      const [range] = inSight(match);
      const rows = match.rows.map((each) => shownMatchedRow(each, tables[each.table].rows[each.index]));
      return { place: local(place), how: local(how), sent, decoded, rows, ...(range && { range }) };
    }),
    current,
    ...(view.isPayloadCut && { isPayloadCut: true }),
  };
}

/** Returns the raw data to show: the start or, if the range is not in it, the part around the range. */
function around(rawData: string, range: TextRange | undefined): { start: number; text: string } {
  const at = (start: number) => ({
    start,
    text: cutInvisible(cutText(rawData.slice(start), RAW_DATA_LIMIT)),
  });
  const first = at(0);
  if (range === undefined || range.end <= first.text.length) return first;
  const last = rawData.length - RAW_DATA_LIMIT;
  const middle = at(lineBefore(rawData, Math.min(range.start - RAW_DATA_LIMIT / 2, last)));
  return range.end <= middle.start + middle.text.length
    ? middle
    : at(lineBefore(rawData, range.start - NEAR));
}

/** Number of characters that are always shown before a match. */
const NEAR = 200;
/** Number of characters to search for the start of a line. */
const LINE = 1_000;

/**
 * Returns the start of the next line if it is close, so that an excerpt can begin there. Never splits a surrogate pair.
 */
function lineBefore(text: string, offset: number): number {
  const from = Math.max(0, offset);
  if (from === 0) return 0;
  const end = text.slice(from, from + Math.min(LINE, NEAR)).indexOf('\n');
  if (end >= 0) return from + end + 1;
  return /^[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from;
}

/** Returns the top of the panel, based on a log's row. */
export function headOf(heading: string, facts: readonly Row[]): ShownHead {
  return {
    ...(heading && { heading: extract(heading, VALUE_LIMIT) }),
    facts: facts.map((row) => shownRow(row)),
  };
}

function shownRow(row: Row, range?: TextRange): ShownRow {
  return { ...row, name: extract(row.name, VALUE_LIMIT), value: extract(row.value, VALUE_LIMIT, range) };
}

/**
 * Returns a matched row whose range refers to the visible part of its value, or a row without a range if the range is
 * not visible.
 */
function shownMatchedRow({ table, index, range }: MatchedRow, row: ShownRow | undefined): MatchedRow {
  if (!range || !row) return { table, index };
  const { text, start = 0 } = row.value;
  const isShown = range.start >= start && range.end <= start + text.length;
  const shown = { start: range.start - start, end: range.end - start };
  return { table, index, ...(isShown && { range: shown }) };
}

/** Returns `text` up to the point where it contains too many invisible characters. */
function cutInvisible(text: string): string {
  let offset = 0;
  let invisible = 0;
  for (const segment of segments(text)) {
    if ('text' in segment) offset += segment.text.length;
    else if (invisible === INVISIBLE_LIMIT) return text.slice(0, offset);
    else {
      invisible += 1;
      offset += String.fromCodePoint(text.codePointAt(offset) ?? 0).length;
    }
  }
  return text;
}

/** Returns the start of the text or, if the range is not in it, an excerpt around the range. */
function extract(text: string, limit: number, range?: TextRange): Extract {
  const { length } = text;
  if (range === undefined || range.end <= limit) return { text: cutText(text, limit), length };
  const near = Math.max(0, Math.min(range.start - NEAR, length - limit));
  const start = /^[\udc00-\udfff]/.test(text.charAt(near)) ? near + 1 : near;
  return { text: cutText(text.slice(start), limit), length, start };
}
