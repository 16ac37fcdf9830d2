/** The bar at the top of the panel: the actions on the log. */

import { element, toolButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import { t } from '../../text/l10n.ts';
import type { Action } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';
import { type MenuOptions, menu } from './menu.ts';

const STEPS: readonly { readonly action: Action; readonly label: string; readonly icon: Icon }[] = [
  { action: 'previousLog', label: t('Previous Log'), icon: 'arrow-up' },
  { action: 'nextLog', label: t('Next Log'), icon: 'arrow-down' },
];

const MENUS: readonly MenuOptions[] = [
  {
    label: t('Report'),
    items: [
      { action: 'copyBugReport', label: t('Copy as Bug Report') },
      { action: 'previewBugReport', label: t('Preview Bug Report') },
      { action: 'copyBugReportExact', label: t('Copy as Bug Report Without Redaction') },
      { action: 'createIssue', label: t('Create Issue…') },
    ],
  },
  {
    label: t('Copy'),
    items: [
      { action: 'copyRawData', label: t('Copy Raw Data') },
      { action: 'copyCurl', label: t('Copy as cURL') },
      { action: 'copyHar', label: t('Copy as HAR') },
      { action: 'copyJson', label: t('Copy as JSON') },
      { action: 'copyLink', label: t('Copy Link') },
    ],
  },
  {
    label: t('Open'),
    items: [
      { action: 'openRawData', label: t('Open Raw Data in Editor') },
      { action: 'openDecodedData', label: t('Open Decoded Data in Editor') },
      { action: 'openInNewTab', label: t('Open in New Tab') },
      { action: 'compareLogs', label: t('Compare with…') },
      { action: 'findRoute', label: t('Find Route in Workspace') },
    ],
  },
];

const more = (onFind: () => void): MenuOptions => ({
  label: t('More'),
  icon: 'ellipsis',
  items: [
    { run: onFind, label: t('Find in This Log') },
    { action: 'searchSelection', label: t('Search Logs for Selection') },
    { action: 'showTrail', label: t('Show Trail of This Address') },
    { action: 'revealInTree', label: t('Reveal in Tree') },
    { action: 'saveRawData', label: t('Save Raw Data As…') },
  ],
});

/**
 * @param chips the log's outcome and rule
 * @param onFind opens the find bar
 */
export function toolbar(chips: HTMLElement, onFind: () => void): HTMLElement {
  const steps = STEPS.map((step) => toolButton(step, () => send({ type: 'run', action: step.action })));
  const group = (name: string, label: string, ...children: HTMLElement[]) =>
    element('div', { class: `group ${name}`, role: 'group', 'aria-label': label }, ...children);
  return element(
    'header',
    { class: 'toolbar' },
    group('navigate', t('Navigate'), ...steps),
    group('menus', t('Actions'), ...MENUS.map(menu), menu(more(onFind))),
    chips,
  );
}
