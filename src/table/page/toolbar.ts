/** The toolbar above the table: search, filter, grouping, and actions that apply to the table as a whole. */
import { element, iconElement, keepingFocus, toolButton } from '../../page/dom.ts';
import { dropDown } from '../../page/dropDown.ts';
import type { Icon } from '../../page/icons.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { inSentence } from '../../text/sentences.ts';
import { asVisible } from '../../text/visible.ts';
import { COLUMNS, type ShownColumn } from '../columns.ts';
import { GROUPING_NAMES, GROUPINGS, type Grouping } from '../group.ts';
import type { TableAction, TableState } from '../tableMessages.ts';
import { columnTitle } from './grid.ts';
import { run, send } from './tableHost.ts';

export interface ToolbarOptions {
  readonly onGroup: (grouping: Grouping | undefined) => void;
  /** Called when the user moves focus from the search field to the rows. */
  readonly onLeave: () => void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #chips = element('div', { class: 'chips', role: 'group', 'aria-label': t('Filter') });
  readonly #group: HTMLSelectElement;
  readonly #columns = element('div', {
    class: 'menu',
    role: 'group',
    'aria-label': t('Columns'),
    hidden: true,
  });
  readonly #beside = tool('split-horizontal', t('Show Log Beside Table'), 'readBeside');
  #shownChips = '';

  constructor({ onGroup, onLeave }: ToolbarOptions) {
    this.#field = searchField(onLeave);
    this.#group = element(
      'select',
      { class: 'grouping', 'aria-label': t('Group by') },
      element('option', { value: '' }, t('No grouping')),
      ...GROUPINGS.map((each) =>
        element('option', { value: each }, t('Group by {0}', inSentence(GROUPING_NAMES[each], local))),
      ),
    );
    this.#group.addEventListener('change', () =>
      onGroup(GROUPINGS.find((each) => each === this.#group.value)),
    );
    const columns = toolButton({ icon: 'settings-gear', label: t('Columns') });
    const menu = dropDown(columns, this.#columns, () => this.#columns.querySelector('input')?.focus());
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
        menu.element,
        this.#beside,
        tool('refresh', t('Refresh'), 'refresh'),
      ),
    );
  }

  update(state: TableState, columns: readonly ShownColumn[], grouping: Grouping | undefined): void {
    this.#beside.ariaPressed = String(state.isReadingBeside);
    this.#group.value = grouping ?? '';
    const chips = JSON.stringify([state.chips, state.otherColumns, columns.map(({ id }) => id)]);
    if (chips === this.#shownChips) return;
    this.#shownChips = chips;
    this.#drawChips(state);
    this.#drawColumns(state, columns);
  }

  focusSearch(): void {
    this.#field.focus();
    this.#field.select();
  }

  #drawChips({ chips }: TableState): void {
    const hadFocus = this.#chips.contains(document.activeElement);
    const text = chips.length > 0 ? '' : t('Filter');
    const add = toolButton({ icon: 'filter', text, label: t('Filter Logs…') }, () => run('filterLogs'));
    const made = chips.map(({ field, name, text }) => {
      const label = t('Remove the filter {0}: {1}', name, asVisible(text.slice(0, 200)));
      return element(
        'span',
        { class: 'chip' },
        element('span', { class: 'chip-name' }, `${name}: `),
        lineElement('span', { class: 'chip-text' }, text.slice(0, 80)),
        toolButton({ icon: 'close', label }, () => run('removeFilter', field)),
      );
    });
    this.#chips.replaceChildren(...made, add);
    if (hadFocus) add.focus();
  }

  #drawColumns({ otherColumns }: TableState, columns: readonly ShownColumn[]): void {
    const shown = new Set(columns.map(({ id }) => id));
    const options = [...new Set([...COLUMNS.map(({ id }) => id), ...shown, ...otherColumns])].map((id) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = shown.has(id);
      box.disabled = box.checked && shown.size === 1;
      box.dataset['focus'] = `column ${id}`;
      box.addEventListener('change', () => run(box.checked ? 'showColumn' : 'hideColumn', id));
      return element('label', { class: 'menu-item' }, box, lineElement('span', {}, columnTitle(id)));
    });
    keepingFocus(this.#columns, () => this.#columns.replaceChildren(...options));
  }
}

function searchField(onLeave: () => void): HTMLInputElement {
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
    } else if (event.key === 'ArrowDown' || event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return field;
}

function tool(icon: Icon, label: string, action: TableAction): HTMLButtonElement {
  return toolButton({ icon, label }, () => run(action));
}
