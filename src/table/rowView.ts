/** A log's row in the form sent to the table's page, with shortened text. */
import { type ListedLog, logId } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { cutText } from '../text/strings.ts';
import { COLUMNS } from './columns.ts';

export interface RowView {
  /** Unique within the domain. */
  readonly id: string;
  readonly idx: number;
  readonly detectedType: string;
  /** The text by column. Columns for which the service sent no value are omitted. */
  readonly cells: Readonly<Record<string, string>>;
  /** The request method, if the row contains raw data. */
  readonly method?: string;
  /** True if the filter excludes this row but the service did not. */
  readonly isOut?: true;
}

/** Maximum length, in UTF-16 units, of the text in a cell and in its tooltip. */
export const LONGEST_CELL = 500;

/** @param status the response status, if the log has been read */
export function rowView({ key, row }: ListedLog, isOut: boolean, status?: string): RowView {
  const cells: Record<string, string> = {};
  for (const { id, textOf } of COLUMNS) {
    const text = textOf(row, status);
    if (text === undefined) continue;
    const isLong = text.length > LONGEST_CELL;
    cells[id] = isLong ? t('{0}… ({1} characters)', cutText(text, LONGEST_CELL), text.length) : text;
  }
  const method = /^[A-Z]{3,16}(?= )/.exec(row.rawData ?? '')?.[0];
  return {
    id: logId(key),
    idx: key.idx,
    detectedType: key.detectedType,
    cells,
    ...(method && { method }),
    ...(isOut && { isOut }),
  };
}
