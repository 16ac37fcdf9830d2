import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { SAMPLE_BASE } from '../formats/link.ts';
import { Disposables } from '../ui/disposables.ts';
import {
  type Connection,
  connectionsIn,
  fileConnection,
  isSample,
  sampleConnection,
  withEntry,
} from './connection.ts';
import { connectionsSetting, OPENED_KEY } from './stored.ts';
import { StoredList } from './storedList.ts';

/**
 * The connections in the setting `partnerLogs.connections`, followed by the sample connection and the open files, which
 * are remembered in global state.
 */
export class ConnectionStore extends Disposables {
  /** `SAMPLE_BASE` for the sample connection, or the URI of a file. */
  readonly #opened: StoredList<string>;
  readonly #changed = this.register(new vscode.EventEmitter<ReadonlySet<string>>());
  /** Fires with the IDs of the connections that were added, changed, or removed. */
  readonly onDidChange = this.#changed.event;
  #list: readonly Connection[];

  constructor(state: vscode.Memento) {
    super();
    this.#opened = new StoredList<string>(state, OPENED_KEY);
    this.#list = this.#read();
    this.register(this.#opened.onDidChange(() => this.#refresh()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs.connections')) this.#refresh();
      }),
    );
  }

  /** Returns the same array and objects until something changes. */
  list(): readonly Connection[] {
    return this.#list;
  }

  get(id: string): Connection | undefined {
    return this.#list.find((connection) => connection.id === id);
  }

  /** Adds a connection. In the setting, replaces the connection of the same name. */
  async save(connection: Connection): Promise<void> {
    const place = placeOf(connection);
    if (place === undefined) await this.#write(connection.name, connection);
    else await this.#opened.change((list) => [...list.filter((each) => each !== place), place]);
  }

  /**
   * Replaces a connection in the setting, and returns true. Returns false if it was removed, renamed, or moved in the
   * meantime, perhaps in another window.
   */
  async change(before: Connection, after: Connection): Promise<boolean> {
    if (this.get(before.id)?.baseUrl !== before.baseUrl) return false;
    await this.#write(before.name, after);
    return true;
  }

  async remove(id: string): Promise<void> {
    const connection = this.get(id);
    if (!connection) return;
    const place = placeOf(connection);
    if (place === undefined) await this.#write(id, undefined);
    else await this.#opened.change((list) => list.filter((each) => each !== place));
  }

  /** Notices sample connections and files that another window opened or removed. */
  reread(): void {
    this.#opened.reread();
  }

  /**
   * Changes the entry of a name in the setting, which is read immediately before, and once more if another window
   * overwrote the change in the meantime. A window that has not seen the change yet can still overwrite it later.
   */
  async #write(name: string, connection: Connection | undefined): Promise<void> {
    for (const entry of [name, connection?.name ?? name]) {
      const before = connectionsSetting();
      const setting = withEntry(before, entry, connection);
      if (isDeepStrictEqual(setting, before)) continue;
      await vscode.workspace
        .getConfiguration('partnerLogs')
        .update('connections', setting, vscode.ConfigurationTarget.Global);
    }
    this.#refresh();
  }

  #refresh(): void {
    const before = this.#list;
    this.#list = this.#read().map(
      (connection) => before.find((each) => isDeepStrictEqual(each, connection)) ?? connection,
    );
    const isOnlyIn = (other: readonly Connection[]) => (each: Connection) => !other.includes(each);
    const changed = [...before.filter(isOnlyIn(this.#list)), ...this.#list.filter(isOnlyIn(before))];
    if (changed.length > 0) this.#changed.fire(new Set(changed.map(({ id }) => id)));
  }

  #read(): readonly Connection[] {
    const opened = this.#opened
      .list()
      .map((place) => (place === SAMPLE_BASE ? sampleConnection() : fileConnection(place)));
    return [...connectionsIn(connectionsSetting()), ...opened];
  }
}

/** Returns how the sample connection or a file is remembered in global state; undefined for other connections. */
function placeOf(connection: Connection): string | undefined {
  return isSample(connection) ? SAMPLE_BASE : connection.file;
}
