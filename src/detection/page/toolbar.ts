/** The actions on the log, at the top of the panel. */

import { element, toolButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import { t } from '../../text/l10n.ts';
import type { Action } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

interface Tool {
  readonly action: Action;
  readonly label: string;
  readonly icon?: Icon;
  readonly text?: string;
}

const STEPS: readonly Tool[] = [
  { action: 'previousLog', label: t('Previous Log'), icon: 'arrow-up' },
  { action: 'nextLog', label: t('Next Log'), icon: 'arrow-down' },
];

const COPIES: readonly Tool[] = [
  { action: 'copyBugReport', label: t('Copy as Bug Report'), icon: 'copy', text: t('Bug Report') },
  { action: 'copyCurl', label: t('Copy as cURL'), text: 'cURL' },
  { action: 'copyHar', label: t('Copy as HAR'), text: 'HAR' },
  { action: 'copyJson', label: t('Copy as JSON'), text: 'JSON' },
  { action: 'copyLink', label: t('Copy Link'), text: t('Link') },
];

const MORE: readonly Tool[] = [
  { action: 'previewBugReport', label: t('Preview Bug Report'), icon: 'open-preview' },
  { action: 'createIssue', label: t('Create Issue…'), icon: 'issues' },
  { action: 'compareLogs', label: t('Compare with…'), icon: 'diff' },
  { action: 'findRoute', label: t('Find Route in Workspace'), icon: 'code' },
  { action: 'searchSelection', label: t('Search Logs for Selection'), icon: 'search' },
  { action: 'openDecodedData', label: t('Open Decoded Data in Editor'), icon: 'file-code' },
  { action: 'saveRawData', label: t('Save Raw Data As…'), icon: 'save-as' },
  { action: 'revealInTree', label: t('Reveal in Tree'), icon: 'list-tree' },
  { action: 'openInNewTab', label: t('Open in New Tab'), icon: 'open-in-product' },
];

export function toolbar(): HTMLElement {
  return element(
    'header',
    { class: 'toolbar' },
    group('navigate', t('Navigate'), STEPS),
    group('copy', t('Copy'), COPIES),
    group('more', t('More'), MORE),
  );
}

function group(name: string, label: string, tools: readonly Tool[]): HTMLElement {
  return element(
    'div',
    { class: `group ${name}`, role: 'group', 'aria-label': label },
    ...tools.map((tool) => toolButton(tool, () => send({ type: 'run', action: tool.action }))),
  );
}
