/** The menu for choosing columns. */
import { element, toolButton } from '../../page/dom.ts';
import { dropDown } from '../../page/dropDown.ts';
import { appendLine } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { COLUMNS } from '../columns.ts';
import type { ShownColumn } from '../fitColumns.ts';
import { columnTitle } from './columnHeads.ts';

export interface ColumnMenu {
  readonly element: HTMLElement;
  update(columns: readonly ShownColumn[], otherColumns: readonly string[]): void;
}

/** @param onChoose called with the column that the user shows or hides */
export function columnMenu(onChoose: (id: string, isShown: boolean) => void): ColumnMenu {
  const list = element('div', { class: 'menu', role: 'group', 'aria-label': t('Columns'), hidden: true });
  const button = toolButton({ icon: 'settings-gear', label: t('Columns') });
  const box = dropDown(button, list, () => list.querySelector('input')?.focus());
  return {
    element: box.element,
    update: (columns, otherColumns) => {
      const ids = new Set([...COLUMNS.map(({ id }) => id), ...columns.map(({ id }) => id), ...otherColumns]);
      const focused =
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset['id'] : undefined;
      const options = [...ids].map((id) => {
        const box = element('input', { type: 'checkbox' });
        box.checked = columns.some((each) => each.id === id);
        box.disabled = box.checked && columns.length === 1;
        box.dataset['id'] = id;
        box.addEventListener('change', () => onChoose(id, box.checked));
        const name = element('span', {});
        appendLine(name, columnTitle(id));
        return element('label', { class: 'menu-item' }, box, name);
      });
      list.replaceChildren(...options);
      const again = [...list.querySelectorAll('input')].find(({ dataset }) => dataset['id'] === focused);
      again?.focus();
    },
  };
}
