/** A table of names and values that can be filtered. Of many rows the first are drawn, and the rest when asked for. */

import { announce } from '../../page/announce.ts';
import { type Child, element } from '../../page/dom.ts';
import { counted, formatNumber } from '../../text/numbers.ts';
import type { ShownRow, ShownTable } from '../detectionExtract.ts';
import type { TableName } from '../detectionView.ts';
import { filterField } from './filterField.ts';
import { rowTools } from './rowTools.ts';
import { section } from './section.ts';
import { valueText } from './valueText.ts';

/** Rows drawn at first, and in one piece. */
export const CHUNK = 200;

export interface HeaderTableOptions {
  readonly table: TableName;
  readonly title: string;
  /** The noun for a row: `header`, `field`. */
  readonly noun: string;
  readonly content: ShownTable;
  /** Above the rows: the first line of a message. */
  readonly firstLine?: Child;
  readonly filter: string;
  readonly onFilter?: (filter: string) => void;
}

export function headerTable(options: HeaderTableOptions): HTMLElement {
  const { table, title, noun, content } = options;
  const detail = element('span');
  const rows = element('div', { class: 'rows', role: 'table', 'aria-label': title });
  const foot = element('div', { class: 'table-foot' });
  let shown: { row: ShownRow; index: number }[] = [];
  let drawn = 0;

  const drawChunk = () => {
    const chunk = shown.slice(drawn, drawn + CHUNK);
    rows.append(
      element('div', { class: 'chunk', role: 'rowgroup' }, ...chunk.map((each) => tableRow(each, table))),
    );
    drawn += chunk.length;
  };
  const drawFoot = () => {
    const more = element('button', { type: 'button', class: 'link' }, `Show ${formatNumber(CHUNK)} More`);
    more.addEventListener('click', () => {
      drawChunk();
      drawFoot();
      focusChunk(rows);
    });
    const all = element(
      'button',
      { type: 'button', class: 'link' },
      `Show All ${formatNumber(shown.length)}`,
    );
    all.addEventListener('click', () => {
      focusChunk(rows);
      drawAll();
    });
    const left = content.total - content.rows.length;
    foot.replaceChildren(
      ...(drawn < shown.length
        ? [element('span', {}, `${formatNumber(drawn)} of ${counted(shown.length, noun)} shown.`), more, all]
        : []),
      ...(left > 0
        ? [
            element(
              'span',
              {},
              `${counted(left, noun)} more than the panel can show. Copy as JSON includes all of them.`,
            ),
          ]
        : []),
      ...(shown.length === 0
        ? [element('span', {}, content.total === 0 ? `No ${noun}s.` : `No ${noun} matches the filter.`)]
        : []),
    );
  };
  /** A chunk a frame, so that the panel stays alive. */
  const drawAll = () => {
    const current = shown;
    const step = () => {
      if (current !== shown || !rows.isConnected) return;
      drawChunk();
      drawFoot();
      if (drawn < shown.length) requestAnimationFrame(step);
    };
    step();
  };
  const apply = (filter: string) => {
    shown = matching(content.rows, filter);
    drawn = 0;
    rows.replaceChildren();
    if (shown.length > 0) drawChunk();
    drawFoot();
    const all = formatNumber(content.total);
    const added = content.rows.filter((row) => row.added).length;
    const whole = added === 0 ? all : `${all}, ${formatNumber(added)} added by the service`;
    detail.textContent = filter === '' ? whole : `${formatNumber(shown.length)} of ${all}`;
  };
  apply(options.filter);

  const filter =
    content.total > 1 &&
    filterField({
      label: `Filter ${title.toLowerCase()}`,
      placeholder: 'Filter',
      value: options.filter,
      onInput: (value) => {
        apply(value);
        options.onFilter?.(value);
        announce(`${formatNumber(shown.length)} of ${counted(content.total, noun)}`);
      },
    });
  return section({
    id: table,
    title,
    detail,
    tools: [filter ? filter.element : undefined],
    body: [options.firstLine, rows, foot],
  });
}

function focusChunk(rows: HTMLElement): void {
  rows.lastElementChild?.querySelector('button')?.focus({ preventScroll: true });
}

function tableRow({ row, index }: { row: ShownRow; index: number }, table: TableName): HTMLElement {
  const name = element('span', { class: 'name', dir: 'ltr' }, valueText(row.name, 'no name'));
  return element(
    'div',
    { class: 'row', role: 'row' },
    element(
      'div',
      { class: 'cell name-cell', role: 'rowheader' },
      name,
      row.added &&
        element('span', { class: 'added', title: 'Added by the service: not in the raw data' }, 'added'),
    ),
    element(
      'div',
      { class: 'cell code', role: 'cell', dir: 'ltr' },
      valueText(row.value),
      rowTools(row, table, index),
    ),
  );
}

function matching(rows: readonly ShownRow[], filter: string): { row: ShownRow; index: number }[] {
  const sought = filter.toLowerCase();
  return rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => `${row.name.text}: ${row.value.text}`.toLowerCase().includes(sought));
}
