import { type FailureView, failure } from './failureView.ts';

interface Editor {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Editor;

/** The extension, for a page that sends `From`, receives `To` and stores `Stored`. Call it once a page. */
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
    /** Returns what this version of the extension or an older one stored last. */
    stored(): unknown {
      return editor.getState();
    },
    /** Returns the view of a failure; its buttons work. */
    failed(view: FailureView): HTMLElement {
      return failure(view, { onNext, onTryAgain });
    },
    /**
     * Begins to receive messages: the extension fills the page.
     *
     * @param first gets the focus where no element had it before
     */
    start(receive: (message: To) => void, first?: HTMLElement): void {
      keepFocus(first);
      addEventListener('message', ({ data }: MessageEvent<To>) => receive(data));
      send({ type: 'ready' });
    },
  };
}

/**
 * Keeps the keyboard where it was: a menu or a prompt of the editor takes the focus from an element, and gives it back to the
 * page as a whole.
 *
 * @param first gets the focus where no element had it before
 */
function keepFocus(first?: HTMLElement): void {
  let last = first;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  // A click on what takes no focus takes it from the last one; any other tells of itself by `focusin`.
  document.addEventListener('mousedown', () => {
    last = first;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body)
      (last?.isConnected ? last : first)?.focus({ preventScroll: true });
  });
}
