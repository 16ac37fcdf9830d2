import type * as vscode from 'vscode';

/**
 * A memento that writes values one at a time. The editor reports every write to the extension, including its own
 * writes, and then replaces the state with the reported one. A value set in the meantime would be lost, both in memory
 * and on disk.
 */
export class OrderedMemento implements vscode.Memento {
  readonly #state: vscode.Memento;
  /** The values that have not been written yet, by key. */
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

  /** Resolves when the value is written; `get` returns it immediately. */
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
