import type * as vscode from 'vscode';
import { SharedList } from '../../connections/sharedList.ts';
import type { LogQuery } from '../../service/queries/logQuery.ts';

export interface SavedFilter {
  readonly connectionId: string;
  readonly name: string;
  readonly query: LogQuery;
}

/**
 * The user's saved filters by connection and name. They are stored in global state in full, including text from logs.
 */
export class SavedFilters implements vscode.Disposable {
  readonly #stored: SharedList<SavedFilter>;

  constructor(state: vscode.Memento) {
    this.#stored = new SharedList<SavedFilter>({
      state,
      key: 'savedFilters',
      idOf,
      onChange: () => {},
    });
  }

  of(connectionId: string): readonly SavedFilter[] {
    return this.#stored.list().filter((each) => each.connectionId === connectionId);
  }

  /** Adds a filter or replaces the one with the same name. */
  async set(connectionId: string, name: string, query: LogQuery): Promise<void> {
    const filter = { connectionId, name, query };
    await this.#stored.set(idOf(filter), filter);
  }

  async remove(connectionId: string, name: string): Promise<void> {
    const id = idOf({ connectionId, name });
    await this.#stored.remove((each) => idOf(each) === id);
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#stored.remove((each) => each.connectionId === connectionId);
  }

  dispose(): void {
    this.#stored.dispose();
  }
}

function idOf({ connectionId, name }: Pick<SavedFilter, 'connectionId' | 'name'>): string {
  return JSON.stringify([connectionId, name]);
}
