import * as vscode from 'vscode';
import type { RouteName } from '../service/api.ts';
import type { Connection } from './connection.ts';

const STATE_KEY = 'connections';
const ROUTES_KEY = 'routes';

/**
 * The list of connections: one value in global state. The editor gives no event between windows, so readers call `list`
 * each time and `reread` on focus.
 */
export class ConnectionStore implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires after a connection was added, changed or removed here, or when `reread` found another window's change. */
  readonly onDidChange = this.#changed.event;
  #seen: string;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#seen = JSON.stringify(this.list());
  }

  /** In the order in which they were added. */
  list(): readonly Connection[] {
    return this.#state.get<readonly Connection[]>(STATE_KEY, []);
  }

  get(id: string): Connection | undefined {
    return this.list().find((connection) => connection.id === id);
  }

  /** Adds `connection`, or replaces the one of the same id in its place. */
  async save(connection: Connection): Promise<void> {
    const list = this.list();
    const known = list.some(({ id }) => id === connection.id);
    await this.#write(
      known ? list.map((each) => (each.id === connection.id ? connection : each)) : [...list, connection],
    );
  }

  async remove(id: string): Promise<void> {
    const { [id]: _, ...routes } = this.#state.get<Record<string, RouteName>>(ROUTES_KEY, {});
    await this.#state.update(ROUTES_KEY, routes);
    await this.#write(this.list().filter((connection) => connection.id !== id));
  }

  /** The route to the network that last worked for a connection, once another than the first choice did. */
  route(id: string): RouteName | undefined {
    return this.#state.get<Record<string, RouteName>>(ROUTES_KEY, {})[id];
  }

  async rememberRoute(id: string, route: RouteName): Promise<void> {
    await this.#state.update(ROUTES_KEY, { ...this.#state.get(ROUTES_KEY, {}), [id]: route });
  }

  /** Tells listeners when another window changed the list. */
  reread(): void {
    const now = JSON.stringify(this.list());
    if (now === this.#seen) return;
    this.#seen = now;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(list: readonly Connection[]): Promise<void> {
    await this.#state.update(STATE_KEY, list);
    this.reread();
  }
}
