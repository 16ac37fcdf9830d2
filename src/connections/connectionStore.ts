import type * as vscode from 'vscode';
import type { RouteName } from '../service/baseUrl.ts';
import type { Connection } from './connection.ts';
import { CONNECTIONS_KEY } from './connectionsKey.ts';
import { StoredEntries } from './storedEntries.ts';

const ROUTES_KEY = 'routes';

/**
 * The list of connections, in global state. The editor sends no events between windows, so readers call `list` each
 * time and `reread` on focus.
 */
export class ConnectionStore extends StoredEntries<Connection> {
  readonly #state: vscode.Memento;
  /** The files that are open in this window only. */
  #opened: readonly Connection[] = [];

  constructor(state: vscode.Memento) {
    super({ state, key: CONNECTIONS_KEY, idOf: ({ id }) => id });
    this.#state = state;
  }

  /** Returns the connections in the order they were added, followed by the files that are open in this window only. */
  list(): readonly Connection[] {
    const stored = this.stored.list();
    return this.#opened.length === 0 ? stored : [...stored, ...this.#opened];
  }

  get(id: string): Connection | undefined {
    return this.stored.get(id) ?? this.#opened.find((connection) => connection.id === id);
  }

  /** Returns true if a connection is restored after a reload. */
  isKept(id: string): boolean {
    return this.stored.get(id) !== undefined;
  }

  /** Adds a file to this window. */
  open(file: Connection): void {
    this.#setOpened([...this.#opened, file]);
  }

  /** Sets whether a file stays open after a reload. Its location is stored, not its content. */
  async setPinned(id: string, pinned: boolean): Promise<void> {
    const connection = this.get(id);
    if (!connection || pinned === this.isKept(id)) return;
    if (pinned) {
      await this.save(connection);
      this.#setOpened(this.#opened.filter((each) => each.id !== id));
    } else {
      this.#opened = [...this.#opened, connection];
      await this.stored.remove((each) => each.id === id);
    }
  }

  #setOpened(opened: readonly Connection[]): void {
    this.#opened = opened;
    this.changed();
  }

  /** Adds `connection`, or replaces the one with the same ID. */
  async save(connection: Connection): Promise<void> {
    await this.stored.set(connection.id, connection);
  }

  /**
   * Applies the differences between `before` and `after`; returns false if the connection was removed in the meantime,
   * perhaps in another window.
   */
  async change(before: Connection, after: Connection): Promise<boolean> {
    if (this.get(before.id) === undefined) return false;
    if (!this.isKept(before.id)) {
      this.#setOpened(this.#opened.map((each) => (each.id === before.id ? after : each)));
      return true;
    }
    const { name, baseUrl } = after;
    await this.stored.set(before.id, {
      ...(name !== before.name && { name }),
      ...(baseUrl !== before.baseUrl && { baseUrl }),
    });
    return true;
  }

  async remove(id: string): Promise<void> {
    if (this.#opened.some((each) => each.id === id))
      this.#setOpened(this.#opened.filter((each) => each.id !== id));
    await this.stored.remove((connection) => connection.id === id);
    const { [id]: _, ...routes } = this.#routes();
    await this.#state.update(ROUTES_KEY, routes);
  }

  /** Returns the network route that last worked for a connection, if it is not the preferred one. */
  route(id: string): RouteName | undefined {
    return this.#routes()[id];
  }

  /** Stores the route that worked. If another window overwrites it, the route is determined again. */
  async rememberRoute(id: string, route: RouteName): Promise<void> {
    await this.#state.update(ROUTES_KEY, { ...this.#routes(), [id]: route });
  }

  #routes(): Readonly<Record<string, RouteName>> {
    return this.#state.get<Record<string, RouteName>>(ROUTES_KEY, {});
  }
}
