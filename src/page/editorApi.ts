import { t } from '../text/l10n.ts';
import { element, iconElement, textButton } from './dom.ts';
import { lineElement } from './shownText.ts';

interface Editor {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Editor;

/**
 * Returns the extension's API for a page that sends `From` messages, receives `To` messages, and stores `Stored`. Call
 * it once per page.
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
    /** Stores the page's state so that it survives a window reload. The editor writes it to disk. */
    store(state: Stored): void {
      editor.setState(state);
    },
    /** Returns the state last stored by this or an earlier version of the extension. */
    stored(): unknown {
      return editor.getState();
    },
    /** Returns an element that shows a failure, with working buttons. */
    failed(view: FailureView): HTMLElement {
      return failure(view, onNext, onTryAgain);
    },
    /**
     * Starts receiving messages from the extension, which contain everything that the page shows.
     * @param first the element that receives focus if no element was focused before
     */
    start(receive: (message: To) => void, first?: HTMLElement): void {
      keepFocus(first);
      addEventListener('message', ({ data }: MessageEvent<To>) => receive(data));
      send({ type: 'ready' });
    },
  };
}

/**
 * Preserves focus. The editor's menus and prompts take focus from an element but return it only to the page as a whole.
 * @param first the element that receives focus if no element was focused before
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

/** The reason there is nothing to show, and possible next steps. */
interface FailureView {
  /** The title, which names the content that could not be shown. */
  readonly title?: string;
  /** True if the content no longer exists, which is not an error. */
  readonly gone?: boolean;
  readonly headline: string;
  readonly cause: string;
  /** The label of the button for a step that might help. */
  readonly next?: string;
  readonly canTryAgain: boolean;
}

/** Returns an element that shows a failure. */
function failure(state: FailureView, onNext: () => void, onTryAgain: () => void): HTMLElement {
  const next = state.next && textButton(state.next, onNext, { class: 'button' });
  const again =
    state.canTryAgain &&
    textButton(t('Try Again'), onTryAgain, { class: next ? 'button secondary' : 'button' });
  return element(
    'div',
    { class: 'failure', role: 'alert' },
    iconElement(state.gone ? 'circle-slash' : 'warning', 'failure-icon'),
    element(
      'div',
      {},
      lineElement('p', { class: 'failure-title' }, state.title ?? ''),
      lineElement('h1', {}, state.headline),
      lineElement('p', { class: 'failure-text' }, state.cause),
      element('p', { class: 'failure-text buttons' }, next || undefined, again || undefined),
    ),
  );
}
