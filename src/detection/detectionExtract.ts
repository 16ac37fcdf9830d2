/** Cuts a detection view to what a panel can take at once. The rest is noted, and copied from the whole. */

import type { TextRange } from '../http/decode/offsetMap.ts';
import { cutText } from '../text/cutText.ts';
import { segments } from '../text/visible.ts';
import { type DetectionView, TABLES, type TableName } from './detectionView.ts';
import type { Row } from './tableRow.ts';

/** Characters (UTF-16 units) of raw data that a panel shows; the editor shows the whole. */
export const RAW_DATA_LIMIT = 256 * 1024;
/** Invisible characters in it: each is drawn by itself, which takes a browser a hundred times as long. */
export const INVISIBLE_LIMIT = 16 * 1024;
/** Characters of one value. */
export const VALUE_LIMIT = 64 * 1024;
/** Characters of all names and values together. */
export const TABLES_LIMIT = 8 * 1024 * 1024;
/** Rows of a table: a browser draws each of them. */
export const ROWS_LIMIT = 100_000;

/** A text that may have been cut: `length` is that of the whole. */
export interface Extract {
  readonly text: string;
  readonly length: number;
}

export interface ShownRow extends Omit<Row, 'name' | 'value'> {
  readonly name: Extract;
  readonly value: Extract;
}

export interface ShownTable {
  readonly rows: readonly ShownRow[];
  /** The number of rows of the whole table; `rows` are the first of them. */
  readonly total: number;
}

export interface DetectionExtract {
  readonly requestLine?: Extract;
  readonly statusLine?: Extract;
  readonly description?: Extract;
  readonly tables: Readonly<Record<TableName, ShownTable>>;
  readonly rawData: Extract;
  /** The ranges that the rule matched, within the raw data that is shown. */
  readonly matched: readonly TextRange[];
}

/** The part of `view` that is sent to a panel. */
export function extractOf(view: DetectionView): DetectionExtract {
  const { requestLine, statusLine, description, matched = [] } = view;
  const rawData = cutInvisible(cutText(view.rawData, RAW_DATA_LIMIT));
  let budget = TABLES_LIMIT;
  const table = (name: TableName): ShownTable => {
    const rows: ShownRow[] = [];
    for (const row of view.tables[name]) {
      const shown = { ...row, name: extract(row.name, VALUE_LIMIT), value: extract(row.value, VALUE_LIMIT) };
      budget -= shown.name.text.length + shown.value.text.length;
      if (budget < 0 || rows.length === ROWS_LIMIT) break;
      rows.push(shown);
    }
    return { rows, total: view.tables[name].length };
  };
  const [facts, request, response, other] = TABLES.map(table) as [
    ShownTable,
    ShownTable,
    ShownTable,
    ShownTable,
  ];
  return {
    ...(requestLine && { requestLine: extract(requestLine, VALUE_LIMIT) }),
    ...(statusLine && { statusLine: extract(statusLine, VALUE_LIMIT) }),
    ...(description && { description: extract(description, VALUE_LIMIT) }),
    tables: { facts, request, response, other },
    rawData: { text: rawData, length: view.rawData.length },
    matched: matched.flatMap(({ start, end }) => (end <= rawData.length ? [{ start, end }] : [])),
  };
}

/** `text` up to where the invisible characters become too many. */
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

function extract(text: string, limit: number): Extract {
  return { text: cutText(text, limit), length: text.length };
}
