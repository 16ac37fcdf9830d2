export interface ReadBesideOptions<T> {
  /** Shows a target instead of the previous one. */
  readonly show: (target: T) => Promise<void>;
  readonly idOf: (target: T) => string;
  /** Runs a task after a delay. Returns a function that cancels the task. */
  readonly after?: (milliseconds: number, task: () => void) => () => void;
}

/** Milliseconds for which a row must stay focused before it is shown, if another row was shown shortly before. */
const PAUSE = 150;

/**
 * Shows the focused target, as email programs do: the first one immediately, and then only those that stay focused for
 * a moment.
 */
export class ReadBeside<T> {
  readonly #options: ReadBesideOptions<T>;
  readonly #after: (milliseconds: number, task: () => void) => () => void;
  #cancel: (() => void) | undefined;
  #next: T | undefined;
  #shown: string | undefined;

  constructor(options: ReadBesideOptions<T>) {
    this.#options = options;
    this.#after = options.after ?? later;
  }

  moveTo(target: T): void {
    this.#next = target;
    const isResting = this.#cancel === undefined;
    this.#cancel?.();
    this.#cancel = this.#after(PAUSE, () => {
      this.#cancel = undefined;
      this.#show();
    });
    if (isResting) this.#show();
  }

  /** Stops showing focused targets. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#next = undefined;
    this.#shown = undefined;
  }

  #show(): void {
    const target = this.#next;
    if (target === undefined || this.#options.idOf(target) === this.#shown) return;
    this.#shown = this.#options.idOf(target);
    void this.#options.show(target);
  }
}

function later(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}
