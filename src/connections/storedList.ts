import type * as vscode from 'vscode';
import { truncate } from '../text/strings.ts';

/** A list in global state. It is read again before each change; if two windows change it at once, the last one wins. */
export class StoredList<T> {
  readonly #state: vscode.Memento;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #seen: string;

  constructor(state: vscode.Memento, key: string) {
    this.#state = state;
    this.#key = key;
    this.#seen = this.#text();
  }

  /** Calls `listener` after a change in this window, or when `reread` finds another window's change. */
  readonly onDidChange = (listener: () => void): vscode.Disposable => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  list(): readonly T[] {
    return this.stored();
  }

  protected stored(): readonly T[] {
    return this.#state.get<readonly T[]>(this.#key, []);
  }

  /** True if nothing was ever stored. */
  get isUnused(): boolean {
    return this.#state.get(this.#key) === undefined;
  }

  async change(change: (list: readonly T[]) => readonly T[]): Promise<void> {
    await this.#state.update(this.#key, change(this.stored()));
    this.reread();
  }

  /**
   * Notifies listeners if the list has changed. The editor does not report other windows' changes, so this is called when
   * the window gets the focus.
   */
  reread(): void {
    const text = this.#text();
    if (text === this.#seen) return;
    this.#seen = text;
    for (const listener of this.#listeners) listener();
  }

  #text(): string {
    return JSON.stringify(this.stored());
  }
}

/** A list of data about connections. */
export class ConnectionList<T extends { readonly connectionId: string }> extends StoredList<T> {
  async renameConnection(before: string, after: string): Promise<void> {
    await this.change((list) =>
      list.map((each) => (each.connectionId === before ? { ...each, connectionId: after } : each)),
    );
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.change((list) => list.filter((each) => each.connectionId !== connectionId));
  }
}

/**
 * Maximum length, in UTF-16 units, of a stored name. A DNS name has at most 253 characters, but a service can send any
 * text.
 */
const STORED_NAME_LIMIT = 300;

/** Returns a text sent by a service in the form stored in the editor's state: truncated, followed by `…`. */
export function storedName(name: string): string;
export function storedName(name: string | undefined): string | undefined;
export function storedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : truncate(name, STORED_NAME_LIMIT);
}
