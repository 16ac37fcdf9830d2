/** Buttons that both kinds of counts panel have. */
import type { SortOrder } from '../../formats/table.ts';
import { toolButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { send } from './countsHost.ts';

/** Copying a table in the order that is on screen. */
export function copyButtons(order: () => SortOrder): HTMLElement[] {
  const look = { csv: 'CSV', markdown: 'Markdown' } as const;
  return (['csv', 'markdown'] as const).map((format) => {
    const label = t('Copy as {0}', look[format]);
    const button = toolButton({ text: label, label }, () => send({ type: 'copy', format, order: order() }));
    button.dataset['focus'] = `copy ${format}`;
    return button;
  });
}
