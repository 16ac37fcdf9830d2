/** The toolbar above the table: search, filter, grouping, and actions that apply to the table as a whole. */
import { element, iconElement, toolButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { inSentence } from '../../text/sentences.ts';
import { asVisible } from '../../text/visible.ts';
import { GROUPINGS, type Grouping } from '../lines.ts';
import type { TableAction, TableState } from '../tableMessages.ts';
import { run, send } from './tableModel.ts';

/** @param rows the element that receives the focus after the search field */
export function createToolbar(onGroup: (grouping: Grouping | undefined) => void, rows: HTMLElement) {
  const field = searchField(rows);
  const filter = element('div', { class: 'chips', role: 'group', 'aria-label': t('Filter') });
  const beside = tool('split-horizontal', t('Show Log Beside Table'), 'readBeside');
  const group = element(
    'select',
    { class: 'grouping', 'aria-label': t('Group by') },
    element('option', { value: '' }, t('No grouping')),
    ...Object.entries(GROUPINGS).map(([id, { name }]) =>
      element('option', { value: id }, t('Group by {0}', inSentence(name, local))),
    ),
  );
  group.addEventListener('change', () => onGroup((group.value || undefined) as Grouping | undefined));
  return {
    element: element(
      'header',
      { class: 'toolbar' },
      element('div', { class: 'group finding' }, iconElement('search'), field),
      filter,
      element(
        'div',
        { class: 'group more', role: 'group', 'aria-label': t('Table') },
        group,
        tool('go-to-file', t('Go to Page…'), 'goToPage'),
        tool('export', t('Export…'), 'exportLogs'),
        beside,
        tool('refresh', t('Refresh'), 'refresh'),
      ),
    ),
    field,
    update({ chips, isReadingBeside }: TableState, grouping: Grouping | undefined): void {
      beside.ariaPressed = String(isReadingBeside);
      group.value = grouping ?? '';
      filter.replaceChildren(...chipElements(chips));
    },
  };
}

function chipElements(chips: TableState['chips']): HTMLElement[] {
  const made = chips.map(({ field, name, text }) => {
    const label = t('Remove the filter {0}: {1}', name, asVisible(text.slice(0, 200)));
    return element(
      'span',
      { class: 'chip' },
      element('span', { class: 'chip-name' }, `${name}: `),
      lineElement('span', { class: 'chip-text' }, text.slice(0, 80)),
      toolButton({ icon: 'close', label }, () => run('removeFilter', field), { 'data-focus': field }),
    );
  });
  const text = chips.length > 0 ? '' : t('Filter');
  const look = { icon: 'filter', text, label: t('Filter Logs…') } as const;
  return [...made, toolButton(look, () => run('filterLogs'), { 'data-focus': 'filter' })];
}

function searchField(rows: HTMLElement): HTMLInputElement {
  const field = element('input', {
    type: 'search',
    class: 'search',
    placeholder: t('Search logs'),
    'aria-label': t('Search logs'),
    title: t(
      'Type an address, path, or keyword to search the loaded logs. Add “today”, a date, “blocked”, or “detected”. Press Enter to search all logs',
    ),
    spellcheck: 'false',
    maxlength: '1000',
  });
  const search = (isEntered: boolean) => send({ type: 'search', text: field.value, isEntered });
  // Escape clears the field, which is also an input.
  field.addEventListener('input', () => search(false));
  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Enter' && field.value.trim() !== '') {
      search(true);
      field.value = '';
    } else if (key === 'ArrowDown' || (key === 'Escape' && field.value === '')) rows.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return field;
}

function tool(icon: Icon, label: string, action: TableAction): HTMLButtonElement {
  return toolButton({ icon, label }, () => run(action));
}
