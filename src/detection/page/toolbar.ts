/** The actions on the log, at the top of the panel. */

import { element, toolButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import type { Action } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

interface Tool {
  readonly action: Action;
  readonly label: string;
  readonly icon?: Icon;
  readonly text?: string;
}

const STEPS: readonly Tool[] = [
  { action: 'previousLog', label: 'Previous Log', icon: 'arrow-up' },
  { action: 'nextLog', label: 'Next Log', icon: 'arrow-down' },
];

const COPIES: readonly Tool[] = [
  { action: 'copyBugReport', label: 'Copy as Bug Report', icon: 'copy', text: 'Bug Report' },
  { action: 'copyCurl', label: 'Copy as cURL', text: 'cURL' },
  { action: 'copyHar', label: 'Copy as HAR', text: 'HAR' },
  { action: 'copyJson', label: 'Copy as JSON', text: 'JSON' },
  { action: 'copyLink', label: 'Copy Link', text: 'Link' },
];

const MORE: readonly Tool[] = [
  { action: 'previewBugReport', label: 'Preview Bug Report', icon: 'open-preview' },
  { action: 'createIssue', label: 'Create Issue…', icon: 'issues' },
  { action: 'compareLogs', label: 'Compare with…', icon: 'diff' },
  { action: 'findRoute', label: 'Find Route in Workspace', icon: 'code' },
  { action: 'searchSelection', label: 'Search Logs for Selection', icon: 'search' },
  { action: 'openDecodedData', label: 'Open Decoded Data in Editor', icon: 'file-code' },
  { action: 'saveRawData', label: 'Save Raw Data As…', icon: 'save-as' },
  { action: 'revealInTree', label: 'Reveal in Tree', icon: 'list-tree' },
  { action: 'openInNewTab', label: 'Open in New Tab', icon: 'open-in-product' },
];

export function toolbar(): HTMLElement {
  return element(
    'header',
    { class: 'toolbar' },
    group('Navigate', STEPS),
    group('Copy', COPIES),
    group('More', MORE),
  );
}

function group(label: string, tools: readonly Tool[]): HTMLElement {
  return element(
    'div',
    { class: `group ${label.toLowerCase()}`, role: 'group', 'aria-label': label },
    ...tools.map((tool) => toolButton(tool, () => send({ type: 'run', action: tool.action }))),
  );
}
