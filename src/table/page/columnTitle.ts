import { local } from '../../text/l10n.ts';
import { columnOf } from '../columns.ts';

/** The title of a column in the language of the editor; the id of a column that is none of ours. */
export function columnTitle(id: string): string {
  const column = columnOf(id);
  return column ? local(column.title) : id;
}
