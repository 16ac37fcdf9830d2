/** The column headers, which can be used to sort and resize columns by mouse and keyboard. */

import { element, iconElement } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { asVisible } from '../../text/visible.ts';
import { columnOf, permittedWidth, type ShownColumn, WIDTHS } from '../columns.ts';
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
  /** Called while a column is resized. */
  readonly onWidth: (id: string, width: number) => void;
  /** Called after a column was resized. The width is undefined if it was reset to the default. */
  readonly onWidened: (id: string, width: number | undefined) => void;
}

export function columnHeads(options: ColumnHeadsOptions): HTMLElement {
  const heads = options.columns.map((column, index) => columnHead(options, column, index));
  return element('div', { class: 'heads', role: 'row', 'aria-rowindex': '1' }, ...heads);
}

function columnHead(options: ColumnHeadsOptions, { id, width }: ShownColumn, index: number): HTMLElement {
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
      // Without the name of the separator, because it is read before each cell.
      'aria-label': asVisible(title),
      'aria-sort': direction ?? 'none',
      'aria-colindex': String(index + 1),
    },
    button,
    widener(options, id, title, width),
  );
  head.style.width = columnWidth(index);
  head.dataset['column'] = id;
  return head;
}

/** Returns true while a column is being resized. During that time, its header must not be replaced. */
export function isWidening(heads: ParentNode): boolean {
  return heads.querySelector('.widener[data-dragged]') !== null;
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

function widener(options: ColumnHeadsOptions, id: string, title: string, width: number): HTMLElement {
  const made = element('div', {
    class: 'widener',
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'vertical',
    'aria-label': t('Width of {0}', asVisible(title)),
    'aria-valuemin': String(WIDTHS.least),
    'aria-valuemax': String(WIDTHS.most),
    'aria-valuenow': String(Math.round(width)),
  });
  made.dataset['focus'] = `width ${id}`;
  let current = width;
  const widen = (wanted: number) => {
    current = permittedWidth(wanted);
    made.ariaValueNow = String(current);
    options.onWidth(id, current);
  };
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    widen(current + (event.key === 'ArrowLeft' ? -WIDTHS.step : WIDTHS.step));
    options.onWidened(id, current);
  });
  made.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    made.setPointerCapture(event.pointerId);
    made.dataset['dragged'] = 'true';
    const [from, before] = [event.clientX, current];
    const move = ({ clientX }: PointerEvent) => widen(before + clientX - from);
    made.addEventListener('pointermove', move);
    const end = () => {
      made.removeEventListener('pointermove', move);
      delete made.dataset['dragged'];
      options.onWidened(id, current);
    };
    made.addEventListener('lostpointercapture', end, { once: true });
  });
  made.addEventListener('dblclick', () => options.onWidened(id, undefined));
  return made;
}

/** Returns a column's title in the editor's language, or the ID of an unknown column. */
export function columnTitle(id: string): string {
  const column = columnOf(id);
  return column ? local(column.title) : id;
}
