import * as vscode from 'vscode';

/** A domain whose attackers of today the status bar counts; its name as it was when it was chosen. */
export interface WatchedDomain {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  readonly name: string | undefined;
}

const STATE_KEY = 'watchedDomains';

/** The watched domains, in global state. */
export class WatchedDomains implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(): readonly WatchedDomain[] {
    return this.#state.get<readonly WatchedDomain[]>(STATE_KEY, []);
  }

  has(connectionId: string, index: number): boolean {
    return this.list().some((each) => each.connectionId === connectionId && each.index === index);
  }

  async watch(domain: WatchedDomain): Promise<void> {
    if (!this.has(domain.connectionId, domain.index)) await this.#write([...this.list(), domain]);
  }

  async unwatch(connectionId: string, index: number): Promise<void> {
    await this.#write(
      this.list().filter((each) => each.connectionId !== connectionId || each.index !== index),
    );
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#write(this.list().filter((each) => each.connectionId !== connectionId));
  }

  /** Watches `domain` if nothing was ever watched: the first domain that is listed. */
  async watchFirst(domain: WatchedDomain): Promise<void> {
    if (this.#state.get(STATE_KEY) === undefined) await this.watch(domain);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(list: readonly WatchedDomain[]): Promise<void> {
    await this.#state.update(STATE_KEY, list);
    this.#changed.fire();
  }
}
