/** The user's setting and the lists in global state that this extension keeps. Loaded on activation. */
import * as vscode from 'vscode';
import { truncate } from '../text/strings.ts';
import { type DomainRef, domainId } from './domainRef.ts';

/** The key in global state under which the sample connection and open files are remembered. */
export const OPENED_KEY = 'opened';

/** Returns the user's value of `partnerLogs.connections`; a workspace cannot set it. */
export function connectionsSetting(): unknown {
  return vscode.workspace.getConfiguration('partnerLogs').inspect('connections')?.globalValue;
}

/** Returns true if there are connections to show. */
export function areConnectionsStored(state: vscode.Memento): boolean {
  return connectionsSetting() !== undefined || state.get<readonly string[]>(OPENED_KEY, []).length > 0;
}

/**
 * The last write to global state. The editor reports every write to the extension, including its own writes, and then
 * replaces the state with the reported one. A value set in the meantime would be lost, so values are written one at a
 * time.
 */
let lastWrite: Promise<void> = Promise.resolve();

/** Writes to global state after the writes before it, whether or not they succeeded. */
export function writeInOrder(write: () => PromiseLike<void>): Promise<void> {
  const written = lastWrite.then(write);
  lastWrite = written.catch(() => {});
  return written;
}

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

  change(change: (list: readonly T[]) => readonly T[]): Promise<void> {
    return writeInOrder(async () => {
      await this.#state.update(this.#key, change(this.stored()));
      this.reread();
    });
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
export function storedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : truncate(name, STORED_NAME_LIMIT);
}

/**
 * The domains that are first in the tree and whose attackers are counted in the status bar, each with the name it had
 * when it was pinned. Stored in global state, in the order they were pinned.
 */
export class PinnedDomains extends ConnectionList<DomainRef> {
  constructor(state: vscode.Memento) {
    super(state, 'pinnedDomains');
  }

  of(connectionId: string): readonly DomainRef[] {
    return this.list().filter((each) => each.connectionId === connectionId);
  }

  has(domain: DomainRef): boolean {
    return this.list().some((each) => domainId(each) === domainId(domain));
  }

  async pin(domain: DomainRef): Promise<void> {
    if (this.has(domain)) return;
    const { connectionId, index, name } = domain;
    await this.change((list) => [...list, { connectionId, index, name: storedName(name) }]);
  }

  async unpin(domain: DomainRef): Promise<void> {
    await this.change((list) => list.filter((each) => domainId(each) !== domainId(domain)));
  }

  /** Pins `domain`, the first one in the list, if no domain has ever been pinned. */
  async pinFirst(domain: DomainRef): Promise<void> {
    if (this.isUnused) await this.pin(domain);
  }
}
