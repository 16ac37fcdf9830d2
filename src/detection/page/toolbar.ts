/** The bar at the top of the panel: the actions on the log. */

import { element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import type { Action } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

type Items = readonly (readonly [Action, string])[];

const REPORT: Items = [
  ['copyBugReport', t('Copy as Bug Report')],
  ['previewBugReport', t('Preview Bug Report')],
  ['copyExclusionRequest', t('Copy Exclusion Request…')],
  ['createIssue', t('Create Issue…')],
];
const COPY: Items = [
  ['copyRawData', t('Copy Raw Data')],
  ['copyAs', t('Copy As…')],
  ['copyLink', t('Copy Link')],
  ['saveRawData', t('Save Raw Data As…')],
];
const OPEN: Items = [
  ['openRawData', t('Open Raw Data in Editor')],
  ['openDecodedData', t('Open Decoded Data in Editor')],
  ['openInNewTab', t('Open in New Tab')],
  ['compareLogs', t('Compare with…')],
  ['findRoute', t('Find Route in Workspace')],
  ['showTrail', t('Show Logs of This Address in All Domains')],
  ['revealInTree', t('Reveal in Tree')],
];

/** @param chips the log's outcome and rule */
export function toolbar(chips: HTMLElement): HTMLElement {
  const run = (action: Action) => () => send({ type: 'run', action });
  return element(
    'header',
    { class: 'toolbar' },
    element(
      'div',
      { class: 'group navigate', role: 'group', 'aria-label': t('Navigate') },
      toolButton({ icon: 'arrow-up', label: t('Previous Log') }, run('previousLog')),
      toolButton({ icon: 'arrow-down', label: t('Next Log') }, run('nextLog')),
    ),
    element(
      'div',
      { class: 'group menus', role: 'group', 'aria-label': t('Actions') },
      ...menu('report', t('Report'), REPORT),
      ...menu('copy', t('Copy'), COPY),
      ...menu('open', t('Open'), OPEN),
    ),
    chips,
  );
}

/** Returns a button and the list that it opens. The browser closes it on Escape and on clicks elsewhere. */
function menu(id: string, label: string, items: Items): HTMLElement[] {
  const button = toolButton({ text: label, label }, undefined, {
    popovertarget: `${id}-menu`,
    'aria-haspopup': 'menu',
  });
  button.append(iconElement('chevron-down'));
  const entries = items.map(([action, text], index) => {
    const run = () => {
      list.hidePopover();
      send({ type: 'run', action });
    };
    const look = { class: 'menu-item', role: 'menuitem', tabindex: '-1', autofocus: index === 0 };
    return textButton(text, run, look);
  });
  const list = element(
    'div',
    { id: `${id}-menu`, class: 'menu', popover: true, role: 'menu', 'aria-label': label },
    ...entries,
  );
  list.addEventListener('keydown', (event) => {
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') list.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  });
  return [button, list];
}
