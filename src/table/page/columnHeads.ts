/** The column headers, which sort the rows. */

import { element, iconElement } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { asVisible } from '../../text/visible.ts';
import { columnOf, type ShownColumn } from '../columns.ts';
import type { TableSort } from '../entries.ts';
import { columnWidth } from './rowElement.ts';

export interface ColumnHeadsOptions {
  readonly columns: readonly ShownColumn[];
  readonly sort: TableSort | undefined;
  /**
   * Called with the next sort order for a column. The order cycles through ascending, descending, and the service's
   * order.
   */
  readonly onSort: (sort: TableSort | undefined) => void;
}

export function columnHeads(options: ColumnHeadsOptions): HTMLElement {
  const heads = options.columns.map((column, index) => columnHead(options, column, index));
  return element('div', { class: 'heads', role: 'row', 'aria-rowindex': '1' }, ...heads);
}

function columnHead(options: ColumnHeadsOptions, { id }: ShownColumn, index: number): HTMLElement {
  const title = columnTitle(id);
  const { sort } = options;
  const direction = sort?.column === id ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const arrow = iconElement(direction === 'descending' ? 'arrow-down' : direction ? 'arrow-up' : 'blank');
  const name = lineElement('span', { class: 'head-name' }, title);
  const button = element('button', { type: 'button', class: 'head-button' }, name, arrow);
  button.title = t('Sort by {0}', asVisible(title));
  button.dataset['focus'] = `head ${id}`;
  button.addEventListener('click', () => options.onSort(nextSort(options.sort, id)));
  const head = element(
    'div',
    {
      class: 'head',
      role: 'columnheader',
      'aria-label': asVisible(title),
      'aria-sort': direction ?? 'none',
      'aria-colindex': String(index + 1),
    },
    button,
  );
  head.style.width = columnWidth(index);
  head.dataset['column'] = id;
  return head;
}

/**
 * Returns the next sort order for a column. The first order is descending for times and numbers, and ascending for
 * text.
 */
function nextSort(sort: TableSort | undefined, id: string): TableSort | undefined {
  const first = id === 'time' || columnOf(id)?.numeric === true;
  if (sort?.column !== id) return { column: id, descending: first };
  return sort.descending === first ? { column: id, descending: !first } : undefined;
}

/** Returns a column's title in the editor's language, or the ID of an unknown column. */
export function columnTitle(id: string): string {
  const column = columnOf(id);
  return column ? local(column.title) : id;
}
