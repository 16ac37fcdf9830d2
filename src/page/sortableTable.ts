/** A table with columns that can be sorted by mouse and keyboard. */
import { type Cell, type SortOrder, sortedRows } from '../formats/table.ts';
import { t } from '../text/l10n.ts';
import { announce, element } from './dom.ts';
import { iconClasses } from './icons.ts';

export interface Column<Row> {
  readonly title: string;
  readonly numeric: boolean;
  /** Returns the value that the column is sorted by. */
  readonly cellOf: (row: Row) => Cell;
}

export interface SortableTableOptions<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly order: SortOrder;
  readonly draw: (row: Row) => HTMLTableRowElement;
  readonly onSort: (order: SortOrder) => void;
}

export function sortableTable<Row>(options: SortableTableOptions<Row>): HTMLElement {
  const { caption, columns, rows, draw, onSort } = options;
  let { order } = options;
  const body = element('tbody');
  const heads = columns.map(({ title, numeric }, index) => {
    const arrow = element('span', { class: 'codicon', 'aria-hidden': 'true' });
    const button = element('button', { type: 'button', class: 'sort' }, title, arrow);
    button.dataset['focus'] = `${caption} ${title}`;
    button.addEventListener('click', () => {
      order = { column: index, descending: order.column === index ? !order.descending : numeric };
      onSort(order);
      fill();
      announce(
        order.descending ? t('Sorted by {0}, descending', title) : t('Sorted by {0}, ascending', title),
      );
    });
    return element('th', { scope: 'col', class: numeric && 'number' }, button);
  });

  const fill = () => {
    for (const [index, head] of heads.entries()) {
      const sorted = index === order.column;
      head.ariaSort = sorted ? (order.descending ? 'descending' : 'ascending') : 'none';
      const icon = sorted ? (order.descending ? 'arrow-down' : 'arrow-up') : 'blank';
      const arrow = head.querySelector('.codicon');
      if (arrow) arrow.className = iconClasses(icon);
    }
    const cellOf = columns[order.column]?.cellOf ?? (() => undefined);
    body.replaceChildren(...sortedRows(rows, cellOf, order.descending).map(draw));
  };
  fill();
  const table = element(
    'table',
    { class: 'counts' },
    element('caption', { class: 'hidden-text' }, caption),
    element('thead', {}, element('tr', {}, ...heads)),
    body,
  );
  return element('div', { class: 'table-frame' }, table);
}
