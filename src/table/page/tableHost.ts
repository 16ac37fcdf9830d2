/** The API through which a table's page communicates with the extension. */
import { editorApi } from '../../page/editorApi.ts';
import { type Grouping, groupingOf } from '../group.ts';
import type { TableSort } from '../lines.ts';
import type { FromTable, TableAction, TableStored, ToTable } from '../tableMessages.ts';

export const { send, onNext, onTryAgain, store, stored, failed, start } = editorApi<
  FromTable,
  ToTable,
  TableStored
>();

/** Requests an action from the extension. */
export function run(action: TableAction, argument?: string): void {
  send({ type: 'run', action, ...(argument !== undefined && { argument }) });
}

/** Returns how rows were arranged before the window was reloaded. */
export function storedArrangement(): { sort?: TableSort; grouping?: Grouping } {
  const { sort, grouping } = (stored() ?? {}) as { sort?: Partial<TableSort>; grouping?: unknown };
  const known = groupingOf(grouping);
  const { column, descending } = sort ?? {};
  return {
    ...(typeof column === 'string' && typeof descending === 'boolean' && { sort: { column, descending } }),
    ...(known && { grouping: known }),
  };
}
