/** The bar at the top of the panel: the actions on the log. */

import { element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import { dropDown } from '../../page/dropDown.ts';
import type { Icon } from '../../page/icons.ts';
import { t } from '../../text/l10n.ts';
import type { Action } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

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
    { action: 'findSelection', label: t('Find Selection in Logs') },
    { action: 'showTrail', label: t('Show Logs of This Address in All Domains') },
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

type MenuItem = { readonly label: string } & (
  | { readonly action: Action }
  /** An action that the page performs itself. */
  | { readonly run: () => void }
);

interface MenuOptions {
  readonly label: string;
  /** If undefined, the label is shown instead. */
  readonly icon?: Icon;
  readonly items: readonly MenuItem[];
}

function menu({ label, icon, items }: MenuOptions): HTMLElement {
  const button = toolButton(icon ? { icon, label } : { text: label, label });
  button.ariaHasPopup = 'menu';
  if (!icon) button.append(iconElement('chevron-down'));
  const entries = items.map((item) => {
    const run = () => {
      setOpen(false);
      button.focus();
      if ('run' in item) item.run();
      else send({ type: 'run', action: item.action });
    };
    return textButton(item.label, run, { class: 'menu-item', role: 'menuitem', tabindex: '-1' });
  });
  const list = element('div', { class: 'menu', role: 'menu', 'aria-label': label, hidden: true }, ...entries);
  const { element: frame, setOpen } = dropDown(button, list, () => entries[0]?.focus());
  frame.addEventListener('keydown', (event) => {
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') setOpen(false);
    if (next === undefined) return;
    event.preventDefault();
    if (list.hidden) setOpen(true);
    else entries.at(next % entries.length)?.focus();
  });
  return frame;
}
