/** The toolbar above the table: search, filter, grouping, and actions that apply to the table as a whole. */
import { element, iconElement, keepingFocus, toolButton } from '../../page/dom.ts';
import { dropDown } from '../../page/dropDown.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { inSentence } from '../../text/sentences.ts';
import { asVisible } from '../../text/visible.ts';
import { COLUMNS, type ShownColumn } from '../columns.ts';
import { GROUPING_NAMES, GROUPINGS, type Grouping } from '../group.ts';
import type { TABLE_ACTIONS, TableHead } from '../tableMessages.ts';
import { columnTitle } from './columnHeads.ts';
import { send } from './tableHost.ts';

export interface TableToolsOptions {
  readonly onGroup: (grouping: Grouping | undefined) => void;
  readonly onColumn: (id: string, isShown: boolean) => void;
  /** Called when the user moves focus from the search field to the rows. */
  readonly onLeave: () => void;
}

export interface TableTools {
  readonly element: HTMLElement;
  update(head: TableHead): void;
  /** @param columns the visible columns */
  setColumns(columns: readonly ShownColumn[], otherColumns: readonly string[]): void;
  setGrouping(grouping: Grouping | undefined): void;
  focusSearch(): void;
}

export function tableTools({ onGroup, onColumn, onLeave }: TableToolsOptions): TableTools {
  const field = element('input', {
    type: 'search',
    class: 'search',
    placeholder: t('Search logs'),
    'aria-label': t('Search logs'),
    title: t(
      'Type an address, path, or keyword. Add “today”, a date, “blocked”, or “detected”. Press Enter to apply it as a filter',
    ),
    spellcheck: 'false',
  });
  field.addEventListener('input', () =>
    send({ type: 'search', text: field.value.slice(0, 1_000), isEntered: false }),
  );
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && field.value.trim() !== '') {
      send({ type: 'search', text: field.value.slice(0, 1_000), isEntered: true });
      field.value = '';
    } else if (event.key === 'Escape' && field.value !== '') {
      field.value = '';
      send({ type: 'search', text: '', isEntered: false });
    } else if (event.key === 'ArrowDown' || event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const chips = element('div', { class: 'chips', role: 'group', 'aria-label': t('Filter') });
  const group = element(
    'select',
    { class: 'grouping', 'aria-label': t('Group by') },
    element('option', { value: '' }, t('No grouping')),
    ...GROUPINGS.map((each) =>
      element('option', { value: each }, t('Group by {0}', inSentence(GROUPING_NAMES[each], local))),
    ),
  );
  group.addEventListener('change', () => onGroup(GROUPINGS.find((each) => each === group.value)));

  const beside = toolButton({ icon: 'split-horizontal', label: t('Show Log Beside Table') }, () =>
    send({ type: 'readBeside', isOn: beside.ariaPressed !== 'true' }),
  );
  const columns = columnMenu(onColumn);
  const finding = element('div', { class: 'group finding' }, iconElement('search'), field);
  const run = (action: (typeof TABLE_ACTIONS)[number]) => () => send({ type: 'run', action });
  const goToPage = toolButton({ icon: 'go-to-file', label: t('Go to Page…') }, run('goToPage'));
  const exporting = toolButton({ icon: 'export', label: t('Export…') }, run('exportLogs'));
  const refresh = toolButton({ icon: 'refresh', label: t('Refresh') }, run('refresh'));
  const made = element(
    'header',
    { class: 'toolbar' },
    finding,
    chips,
    element(
      'div',
      { class: 'group more', role: 'group', 'aria-label': t('Table') },
      group,
      goToPage,
      exporting,
      columns.element,
      beside,
      refresh,
    ),
  );
  return {
    element: made,
    update: (head) => {
      beside.ariaPressed = String(head.isReadingBeside);
      drawChips(chips, head);
    },
    setColumns: (...shown) => columns.update(...shown),
    setGrouping: (grouping) => {
      group.value = grouping ?? '';
    },
    focusSearch: () => {
      field.focus();
      field.select();
    },
  };
}

function drawChips(chips: HTMLElement, head: TableHead): void {
  const hadFocus = chips.contains(document.activeElement);
  const add = toolButton(
    { icon: 'filter', text: head.chips.length > 0 ? '' : t('Filter'), label: t('Filter Logs…') },
    () => send({ type: 'run', action: 'filterLogs' }),
  );
  const made = head.chips.map(({ field, name, text }) => {
    const shown = lineElement('span', { class: 'chip-text' }, text.slice(0, 80));
    const value = asVisible(text.slice(0, 200));
    const label = t('Remove the filter {0}: {1}', name, value);
    const remove = toolButton({ icon: 'close', label }, () => send({ type: 'removeFilter', field }));
    return element(
      'span',
      { class: 'chip' },
      element('span', { class: 'chip-name' }, `${name}: `),
      shown,
      remove,
    );
  });
  chips.replaceChildren(...made, add);
  if (hadFocus) add.focus();
}

interface ColumnMenu {
  readonly element: HTMLElement;
  update(columns: readonly ShownColumn[], otherColumns: readonly string[]): void;
}

function columnMenu(onColumn: TableToolsOptions['onColumn']): ColumnMenu {
  const list = element('div', { class: 'menu', role: 'group', 'aria-label': t('Columns'), hidden: true });
  const button = toolButton({ icon: 'settings-gear', label: t('Columns') });
  const box = dropDown(button, list, () => list.querySelector('input')?.focus());
  return {
    element: box.element,
    update: (columns, otherColumns) => {
      const ids = new Set([...COLUMNS.map(({ id }) => id), ...columns.map(({ id }) => id), ...otherColumns]);
      const options = [...ids].map((id) => {
        const box = element('input', { type: 'checkbox' });
        box.checked = columns.some((each) => each.id === id);
        box.disabled = box.checked && columns.length === 1;
        box.dataset['focus'] = `column ${id}`;
        box.addEventListener('change', () => onColumn(id, box.checked));
        return element('label', { class: 'menu-item' }, box, lineElement('span', {}, columnTitle(id)));
      });
      keepingFocus(list, () => list.replaceChildren(...options));
    },
  };
}
