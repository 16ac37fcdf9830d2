import * as vscode from 'vscode';
import { Disposables } from '../ui/disposables.ts';
import { SharedList, type SharedListOptions } from './sharedList.ts';

/** A list in global state that several windows share, with an event for changes. */
export abstract class StoredEntries<T extends object> extends Disposables {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  /** Fires after a change in this window, or when `reread` found another window's change. */
  readonly onDidChange = this.#changed.event;
  protected readonly stored: SharedList<T>;

  constructor(options: Pick<SharedListOptions<T>, 'state' | 'key' | 'idOf'>) {
    super();
    this.stored = this.register(new SharedList<T>({ ...options, onChange: () => this.changed() }));
  }

  /** Notifies listeners if another window changed the list. */
  reread(): void {
    this.stored.reread();
  }

  protected changed(): void {
    this.#changed.fire();
  }
}

/** Like `StoredEntries`, for entries that belong to connections. */
export abstract class ConnectionEntries<
  T extends { readonly connectionId: string },
> extends StoredEntries<T> {
  async forgetConnection(connectionId: string): Promise<void> {
    await this.stored.remove((each) => each.connectionId === connectionId);
  }
}
