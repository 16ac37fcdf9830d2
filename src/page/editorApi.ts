import { t } from '../text/l10n.ts';
import { element } from './dom.ts';
import { iconClasses } from './icons.ts';
import { appendLine } from './shownText.ts';

interface Editor {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Editor;

/**
 * Returns the extension's API for a page that sends `From`, receives `To`, and stores `Stored`. Call it once per page.
 */
export function editorApi<From extends { readonly type: string }, To, Stored>() {
  const editor = acquireVsCodeApi();
  const send = (message: From | { readonly type: 'ready' | 'tryAgain' | 'nextStep' }) =>
    editor.postMessage(message);
  const onNext = () => send({ type: 'nextStep' });
  const onTryAgain = () => send({ type: 'tryAgain' });
  return {
    send,
    onNext,
    onTryAgain,
    /** Stores the page's state for a reload of the window. The editor writes it to disk. */
    store(state: Stored): void {
      editor.setState(state);
    },
    /** Returns the state last stored by this or an earlier version of the extension. */
    stored(): unknown {
      return editor.getState();
    },
    /** Returns the view of a failure, with working buttons. */
    failed(view: FailureView): HTMLElement {
      return failure(view, { onNext, onTryAgain });
    },
    /**
     * Starts receiving messages, with which the extension fills the page.
     * @param first receives the focus if no element was focused before
     */
    start(receive: (message: To) => void, first?: HTMLElement): void {
      keepFocus(first);
      addEventListener('message', ({ data }: MessageEvent<To>) => receive(data));
      send({ type: 'ready' });
    },
  };
}

/**
 * Preserves the focus. A menu or prompt of the editor takes the focus from an element but returns it only to the page
 * as a whole.
 * @param first receives the focus if no element was focused before
 */
function keepFocus(first?: HTMLElement): void {
  let last = first;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  // Clicking an element that cannot be focused removes the focus without a `focusin` event.
  document.addEventListener('mousedown', () => {
    last = first;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body)
      (last?.isConnected ? last : first)?.focus({ preventScroll: true });
  });
}

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
