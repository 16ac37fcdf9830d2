/** A table of names and values that can be filtered. Of many rows the first are drawn, and the rest when asked for. */

import { announce } from '../../page/announce.ts';
import { type Child, element } from '../../page/dom.ts';
import { plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
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
  readonly filterLabel: string;
  readonly texts: TableTexts;
  readonly content: ShownTable;
  /** Above the rows: the first line of a message. */
  readonly firstLine?: Child;
  readonly filter: string;
  readonly onFilter?: (filter: string) => void;
}

/** What a table says of its rows. */
interface TableTexts {
  readonly none: string;
  readonly noMatch: string;
  readonly drawn: (count: number, total: number) => string;
  readonly filtered: (count: number, total: number) => string;
  readonly left: (count: number) => string;
}

export const headerTexts: TableTexts = {
  none: t('No headers.'),
  noMatch: t('No header matches the filter.'),
  drawn: (count, total) =>
    plural(total, { one: '{1} of {0} header shown.', other: '{1} of {0} headers shown.' }, count),
  filtered: (count, total) => plural(total, { one: '{1} of {0} header', other: '{1} of {0} headers' }, count),
  left: (count) =>
    plural(count, {
      one: '{0} header more than the panel can show. Copy as JSON includes all of them.',
      other: '{0} headers more than the panel can show. Copy as JSON includes all of them.',
    }),
};

export const fieldTexts: TableTexts = {
  none: t('No fields.'),
  noMatch: t('No field matches the filter.'),
  drawn: (count, total) =>
    plural(total, { one: '{1} of {0} field shown.', other: '{1} of {0} fields shown.' }, count),
  filtered: (count, total) => plural(total, { one: '{1} of {0} field', other: '{1} of {0} fields' }, count),
  left: (count) =>
    plural(count, {
      one: '{0} field more than the panel can show. Copy as JSON includes all of them.',
      other: '{0} fields more than the panel can show. Copy as JSON includes all of them.',
    }),
};

export function headerTable(options: HeaderTableOptions): HTMLElement {
  const { table, title, texts, content } = options;
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
    const more = element('button', { type: 'button', class: 'link' }, t('Show {0} More', CHUNK));
    more.addEventListener('click', () => {
      drawChunk();
      drawFoot();
      focusChunk(rows);
    });
    const all = element('button', { type: 'button', class: 'link' }, t('Show All {0}', shown.length));
    all.addEventListener('click', () => {
      focusChunk(rows);
      drawAll();
    });
    const left = content.total - content.rows.length;
    foot.replaceChildren(
      ...(drawn < shown.length ? [element('span', {}, texts.drawn(drawn, shown.length)), more, all] : []),
      ...(left > 0 ? [element('span', {}, texts.left(left))] : []),
      ...(shown.length === 0 ? [element('span', {}, content.total === 0 ? texts.none : texts.noMatch)] : []),
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
    const { total } = content;
    const added = content.rows.filter((row) => row.added).length;
    const whole = added === 0 ? localNumber(total) : t('{0}, {1} added by the service', total, added);
    detail.textContent = filter === '' ? whole : t('{0} of {1}', shown.length, total);
  };
  apply(options.filter);

  const filter =
    content.total > 1 &&
    filterField({
      label: options.filterLabel,
      placeholder: t('Filter'),
      value: options.filter,
      onInput: (value) => {
        apply(value);
        options.onFilter?.(value);
        announce(texts.filtered(shown.length, content.total));
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
  const name = element('span', { class: 'name', dir: 'ltr' }, valueText(row.name, t('no name')));
  return element(
    'div',
    { class: 'row', role: 'row' },
    element(
      'div',
      { class: 'cell name-cell', role: 'rowheader' },
      name,
      row.added &&
        element(
          'span',
          { class: 'added', title: t('Added by the service: it is not in the raw data.') },
          t('added'),
        ),
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
