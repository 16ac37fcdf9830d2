/** The view of a failure: why there is nothing to show, and possible next steps. */
import { t } from '../text/l10n.ts';
import { element } from './dom.ts';
import { iconClasses } from './icons.ts';
import { appendLine } from './shownText.ts';

export interface FailureView {
  /** The title, which names the content that could not be shown. */
  readonly title?: string;
  /** True if the content no longer exists, which is not an error. */
  readonly gone?: boolean;
  readonly headline: string;
  readonly cause: string;
  /** The label of a step that might help. */
  readonly next?: string;
  readonly canTryAgain: boolean;
}

export interface FailureSteps {
  readonly onNext: () => void;
  readonly onTryAgain: () => void;
}

export function failure(state: FailureView, { onNext, onTryAgain }: FailureSteps): HTMLElement {
  const title = element('p', { class: 'failure-title' });
  appendLine(title, state.title ?? '');
  const headline = element('h1');
  appendLine(headline, state.headline);
  const cause = element('p', { class: 'failure-text' });
  appendLine(cause, state.cause);
  const next = state.next && button(state.next, onNext);
  const again = state.canTryAgain && button(t('Try Again'), onTryAgain);
  if (next && again) again.classList.add('secondary');
  return element(
    'div',
    { class: 'failure', role: 'alert' },
    element('span', {
      class: `failure-icon ${iconClasses(state.gone ? 'circle-slash' : 'warning')}`,
      'aria-hidden': 'true',
    }),
    element(
      'div',
      {},
      title,
      headline,
      cause,
      element('p', { class: 'failure-text buttons' }, next || undefined, again || undefined),
    ),
  );
}

function button(text: string, onClick: () => void): HTMLElement {
  const made = element('button', { type: 'button', class: 'button' }, text);
  made.addEventListener('click', onClick);
  return made;
}
