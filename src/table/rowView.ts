/** A log's row in the form sent to the table's page, with shortened text for the visible columns. */
import { type ListedLog, logId } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { columnOf } from './columns.ts';

export interface RowView {
  /** Unique within the domain. */
  readonly id: string;
  readonly idx: number;
  readonly detectedType: string;
  /** The text by column. Columns for which the service sent no value are omitted. */
  readonly cells: Readonly<Record<string, string>>;
  /** The request method, if the row contains raw data. */
  readonly method?: string;
  /** A digest of the full text of each truncated cell, which distinguishes it from text with the same start. */
  readonly digests?: Readonly<Record<string, string>>;
  /** True if the filter excludes this row but the service did not. */
  readonly isOut?: true;
}

/** Maximum length, in UTF-16 units, of the text in a cell and in its tooltip. */
export const LONGEST_CELL = 500;

/** The columns whose text is always sent, because grouping uses it even if the columns are not visible. */
const ALWAYS = ['time', 'action', 'rule', 'uri', 'address', 'country', 'status'];

/**
 * @param columns IDs of the visible columns
 * @param status the response status, if the log has been read
 */
export function rowView(
  { key, row }: ListedLog,
  columns: readonly string[],
  isOut: boolean,
  status?: string,
): RowView {
  const cells: Record<string, string> = {};
  const digests: Record<string, string> = {};
  for (const id of new Set([...ALWAYS, ...columns])) {
    const text = columnOf(id)?.textOf(row, status);
    if (text === undefined) continue;
    if (text.length <= LONGEST_CELL) cells[id] = text;
    else {
      cells[id] = t('{0}… ({1} characters)', cutText(text, LONGEST_CELL), text.length);
      digests[id] = digest(text);
    }
  }
  const method = /^[A-Z]{3,16}(?= )/.exec(row.rawData ?? '')?.[0];
  return {
    id: logId(key),
    idx: key.idx,
    detectedType: key.detectedType,
    cells,
    ...(method && { method }),
    ...(Object.keys(digests).length > 0 && { digests }),
    ...(isOut && { isOut }),
  };
}

/** Returns a 64-bit digest: the FNV-1a hashes of the text and of the reversed text. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(text.length - 1 - index), 0x01000193);
  }
  return `${(one >>> 0).toString(16)}${(other >>> 0).toString(16)}`;
}
