/** The API through which a table's page communicates with the extension. */
import { editorApi } from '../../page/editorApi.ts';
import type { TableSort } from '../entries.ts';
import { GROUPINGS, type Grouping } from '../group.ts';
import type { FromTable, TableStored, ToTable } from '../tableMessages.ts';

export const { send, onNext, onTryAgain, store, stored, failed, start } = editorApi<
  FromTable,
  ToTable,
  TableStored
>();

/** Returns how rows were arranged before the window was reloaded. */
export function storedArrangement(): { sort?: TableSort; grouping?: Grouping } {
  const { sort, grouping } = (stored() ?? {}) as { sort?: Partial<TableSort>; grouping?: unknown };
  const known = GROUPINGS.find((each) => each === grouping);
  const { column, descending } = sort ?? {};
  return {
    ...(typeof column === 'string' && typeof descending === 'boolean' && { sort: { column, descending } }),
    ...(known && { grouping: known }),
  };
}
