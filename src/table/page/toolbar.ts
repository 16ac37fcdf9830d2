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

export class Toolbar {
  readonly element: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #chips = element('div', { class: 'chips', role: 'group', 'aria-label': t('Filter') });
  readonly #group: HTMLSelectElement;
  readonly #beside = tool('split-horizontal', t('Show Log Beside Table'), 'readBeside');

  /** @param rows the element that receives the focus after the search field */
  constructor(onGroup: (grouping: Grouping | undefined) => void, rows: HTMLElement) {
    this.#field = searchField(rows);
    this.#group = element(
      'select',
      { class: 'grouping', 'aria-label': t('Group by') },
      element('option', { value: '' }, t('No grouping')),
      ...Object.entries(GROUPINGS).map(([id, { name }]) =>
        element('option', { value: id }, t('Group by {0}', inSentence(name, local))),
      ),
    );
    this.#group.addEventListener('change', () =>
      onGroup((this.#group.value || undefined) as Grouping | undefined),
    );
    this.element = element(
      'header',
      { class: 'toolbar' },
      element('div', { class: 'group finding' }, iconElement('search'), this.#field),
      this.#chips,
      element(
        'div',
        { class: 'group more', role: 'group', 'aria-label': t('Table') },
        this.#group,
        tool('go-to-file', t('Go to Page…'), 'goToPage'),
        tool('export', t('Export…'), 'exportLogs'),
        this.#beside,
        tool('refresh', t('Refresh'), 'refresh'),
      ),
    );
  }

  update({ chips, isReadingBeside }: TableState, grouping: Grouping | undefined): void {
    this.#beside.ariaPressed = String(isReadingBeside);
    this.#group.value = grouping ?? '';
    this.#chips.replaceChildren(...chipElements(chips));
  }

  focusSearch(): void {
    this.#field.focus();
    this.#field.select();
  }
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
  const look = {
    icon: 'filter',
    text: chips.length > 0 ? '' : t('Filter'),
    label: t('Filter Logs…'),
  } as const;
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
  const search = (isEntered: boolean) => {
    send({ type: 'search', text: field.value, isEntered });
    if (isEntered) field.value = '';
  };
  field.addEventListener('input', () => search(false));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && field.value.trim() !== '') search(true);
    else if (event.key === 'Escape' && field.value !== '') {
      field.value = '';
      search(false);
    } else if (event.key === 'ArrowDown' || event.key === 'Escape') rows.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return field;
}

function tool(icon: Icon, label: string, action: TableAction): HTMLButtonElement {
  return toolButton({ icon, label }, () => run(action));
}
