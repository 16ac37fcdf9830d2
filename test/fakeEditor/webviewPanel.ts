import { EventEmitter } from './events.ts';

/** A panel whose page is the test. Records the messages sent to the page. */
export class WebviewPanel {
  readonly viewType: string;
  title: string;
  visible = true;
  active = true;
  iconPath: unknown;
  readonly options: { readonly retainContextWhenHidden?: boolean };
  /** The messages sent to the page, in order. */
  readonly posted: unknown[] = [];
  readonly #messages = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly #viewState = new EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewState.event;
  readonly webview = {
    options: {},
    html: '',
    onDidReceiveMessage: this.#messages.event,
    postMessage: async (message: unknown) => {
      this.posted.push(message);
      return true;
    },
  };
  isOpen = true;
  /** The number of times it was created or shown with the focus. */
  focusTaken: number;

  constructor(viewType: string, title: string, preserveFocus = false, options = {}) {
    this.options = options;
    this.viewType = viewType;
    this.title = title;
    this.focusTaken = preserveFocus ? 0 : 1;
  }

  reveal(_column?: unknown, preserveFocus = false): void {
    if (!preserveFocus) this.focusTaken++;
  }

  /** Puts another tab in front of the panel or removes it. */
  setVisible(isVisible: boolean): void {
    this.visible = isVisible;
    this.active = isVisible;
    this.#viewState.fire();
  }

  /** Sends a message from the page. */
  say(message: unknown): void {
    this.#messages.fire(message);
  }

  dispose(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const get = () => {
      throw new Error('Webview is disposed');
    };
    Object.defineProperties(this, { visible: { get }, active: { get } });
    this.#disposed.fire();
    for (const event of [this.#messages, this.#disposed, this.#viewState]) event.dispose();
  }
}
