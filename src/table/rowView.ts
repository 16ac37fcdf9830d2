/** A log's row in the form sent to the table's page, with shortened text for the visible columns. */
import { createHash } from 'node:crypto';
import { type ListedLog, logId } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { columnOf, type RowView } from './columns.ts';

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
      digests[id] = createHash('sha256').update(text).digest('base64url');
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
