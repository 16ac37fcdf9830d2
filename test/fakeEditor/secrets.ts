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

  /** Returns the keyring for a window. */
  open(): Pick<vscode.SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'> {
    const tell = (key: string) => {
      for (const listener of [...this.#listeners]) listener({ key });
    };
    return {
      get: async (key) => this.#values.get(key),
      store: async (key, value) => {
        this.#values.set(key, value);
        tell(key);
      },
      delete: async (key) => {
        this.#values.delete(key);
        tell(key);
      },
      onDidChange: (listener) => {
        this.#listeners.add(listener);
        return { dispose: () => this.#listeners.delete(listener) };
      },
    };
  }
}
