import type * as vscode from 'vscode';

/**
 * A memento that is written one value after the other. The editor tells an extension of every write, its own too, and then
 * takes the state as it was told: a value that is set meanwhile is lost, here and on disk.
 */
export class OrderedMemento implements vscode.Memento {
  readonly #state: vscode.Memento;
  /** The values that are not written yet, by key. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #written: Promise<void> = Promise.resolve();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  keys(): readonly string[] {
    return [...new Set([...this.#state.keys(), ...this.#pending.keys()])];
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    const pending = this.#pending.get(key);
    if (pending === undefined) return this.#state.get<T | undefined>(key, defaultValue);
    return pending.value === undefined ? defaultValue : (pending.value as T);
  }

  /** Resolves when the value is written; `get` gives it at once. */
  update(key: string, value: unknown): Promise<void> {
    const pending = { value };
    this.#pending.set(key, pending);
    const written = this.#written.then(async () => {
      try {
        await this.#state.update(key, value);
      } finally {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      }
    });
    this.#written = written.catch(() => {});
    return written;
  }
}
