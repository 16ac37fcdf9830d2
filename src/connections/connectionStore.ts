import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { SAMPLE_BASE } from '../formats/link.ts';
import { Disposables } from '../ui/disposables.ts';
import { type Connection, fileConnection, isFile, isSample, sampleConnection } from './connection.ts';
import { connectionsIn, withEntry, withoutEntry } from './connectionsSetting.ts';
import { connectionsSetting, OPENED_KEY } from './storedConnections.ts';
import { StoredList } from './storedList.ts';

/**
 * The connections in the setting `partnerLogs.connections`, followed by the sample connection and the open files, which
 * are remembered in global state.
 */
export class ConnectionStore extends Disposables {
  /** `SAMPLE_BASE` for the sample connection, or the URI of a file. */
  readonly #opened: StoredList<string>;
  readonly #changed = this.register(new vscode.EventEmitter<void>());
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
    if (!isSample(connection) && !isFile(connection))
      return this.#write(withEntry(connectionsSetting(), connection));
    const place = connection.file ?? SAMPLE_BASE;
    await this.#opened.change((list) => [...list.filter((each) => each !== place), place]);
  }

  /**
   * Replaces a connection in the setting, and returns true. Returns false if it was removed, renamed, or moved in the
   * meantime, perhaps in another window.
   */
  async change(before: Connection, after: Connection): Promise<boolean> {
    if (this.get(before.id)?.baseUrl !== before.baseUrl) return false;
    await this.#write(withEntry(connectionsSetting(), after, before.name));
    return true;
  }

  async remove(id: string): Promise<void> {
    const connection = this.get(id);
    if (!connection) return;
    if (!isSample(connection) && !isFile(connection))
      return this.#write(withoutEntry(connectionsSetting(), id));
    await this.#opened.change((list) => list.filter((each) => each !== (connection.file ?? SAMPLE_BASE)));
  }

  /** Notices sample connections and files that another window opened or removed. */
  reread(): void {
    this.#opened.reread();
  }

  async #write(setting: readonly unknown[] | undefined): Promise<void> {
    await vscode.workspace
      .getConfiguration('partnerLogs')
      .update('connections', setting, vscode.ConfigurationTarget.Global);
    this.#refresh();
  }

  #refresh(): void {
    const before = this.#list;
    this.#list = this.#read().map(
      (connection) => before.find((each) => isDeepStrictEqual(each, connection)) ?? connection,
    );
    if (!isDeepStrictEqual(before, this.#list)) this.#changed.fire();
  }

  #read(): readonly Connection[] {
    const opened = this.#opened
      .list()
      .map((place) => (place === SAMPLE_BASE ? sampleConnection() : fileConnection(place)));
    return [...connectionsIn(connectionsSetting()), ...opened];
  }
}
