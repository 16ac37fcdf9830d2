/** Why there is no log to show, and what can be done. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { PanelState } from '../views/detectionMessages.ts';
import { element } from './dom.ts';
import { send } from './host.ts';
import { appendLine } from './shownText.ts';

export function failure(state: Extract<PanelState, { kind: 'failed' }>): HTMLElement {
  const headline = element('h1');
  appendLine(headline, state.headline);
  const cause = element('p', { class: 'failure-text' });
  appendLine(cause, state.cause);
  const next = state.next && button(state.next, () => send({ type: 'nextStep' }));
  const again = state.canTryAgain && button('Try Again', () => send({ type: 'tryAgain' }));
  if (next && again) again.setAttribute('secondary', '');
  return element(
    'div',
    { class: 'failure', role: 'alert' },
    element('span', { class: 'codicon codicon-warning', 'aria-hidden': 'true' }),
    element(
      'div',
      {},
      headline,
      cause,
      element('p', { class: 'failure-text buttons' }, next || undefined, again || undefined),
    ),
  );
}

function button(text: string, onClick: () => void): HTMLElement {
  const made = element('vscode-button', {}, text);
  made.addEventListener('click', onClick);
  return made;
}
