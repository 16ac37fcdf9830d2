/** The buttons of a row: Copy Value, plus Filter by This Value if the list can be filtered by it. */

import { element, toolButton } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { ShownRow } from '../detectionExtract.ts';
import type { TableName } from '../detectionView.ts';
import { send } from './detectionHost.ts';

export function rowTools(row: ShownRow, table: TableName, index: number): HTMLElement {
  const name = asLabel(row.name.text);
  const copy = toolButton(
    { icon: 'copy', label: t('Copy Value') },
    () => send({ type: 'copyValue', table, index }),
    { 'aria-label': t('Copy Value of {0}', name), 'data-copies': `${table} ${index}` },
  );
  if (!row.filter) return element('span', { class: 'row-tools' }, copy);
  const filter = toolButton(
    { icon: 'filter', label: t('Filter by This Value') },
    () => send({ type: 'filterByValue', table, index }),
    { 'aria-label': t('Filter by This Value of {0}', name) },
  );
  return element('span', { class: 'row-tools' }, copy, filter);
}

/** Briefly shows on a copy button that its row's value was copied. */
export function showCopied(table: TableName, index: number): void {
  const icon = document.querySelector(`[data-copies="${table} ${index}"] .codicon`);
  if (!icon) return;
  icon.className = iconClasses('check');
  setTimeout(() => {
    icon.className = iconClasses('copy');
  }, 1200);
}
