import type * as vscode from 'vscode';

/** The keyring of a profile. Every window receives an event when it changes. */
export class Secrets {
  readonly #values = new Map<string, string>();
  readonly #listeners = new Set<(change: vscode.SecretStorageChangeEvent) => unknown>();

  /** The number of listeners in all windows. */
  get listeners(): number {
    return this.#listeners.size;
  }

  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** True if reading and writing fail. */
  isLocked = false;

  /** Tells all windows that a value changed. */
  tell(key: string): void {
    for (const listener of [...this.#listeners]) listener({ key });
  }

  /** Returns the keyring for a window. */
  open(): Pick<vscode.SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'> {
    const check = () => {
      if (this.isLocked) throw new Error('The keyring is locked.');
    };
    return {
      get: async (key) => {
        check();
        return this.#values.get(key);
      },
      store: async (key, value) => {
        check();
        this.#values.set(key, value);
        this.tell(key);
      },
      delete: async (key) => {
        check();
        this.#values.delete(key);
        this.tell(key);
      },
      onDidChange: (listener) => {
        this.#listeners.add(listener);
        return { dispose: () => this.#listeners.delete(listener) };
      },
    };
  }
}
