/** The editor's events and disposables. Every listener is counted. */

/** The listeners of all events in one window. */
export const listeners = new Set<object>();

export class Disposable {
  readonly #dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.#dispose = dispose;
  }
  dispose(): void {
    this.#dispose();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Map<object, (value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): Disposable => {
    const id = {};
    this.#listeners.set(id, listener);
    listeners.add(id);
    return new Disposable(() => this.#remove(id));
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners.values()]) listener(value);
  }

  dispose(): void {
    for (const id of [...this.#listeners.keys()]) this.#remove(id);
  }

  #remove(id: object): void {
    this.#listeners.delete(id);
    listeners.delete(id);
  }
}
