import * as vscode from 'vscode';
import { SharedList } from './sharedList.ts';
import { storedName } from './storedName.ts';

/** A domain whose attackers of today the status bar counts; its name as it was when it was chosen. */
export interface WatchedDomain {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  readonly name: string | undefined;
}

/** The watched domains, in global state. */
export class WatchedDomains implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watched: SharedList<WatchedDomain>;

  constructor(state: vscode.Memento) {
    this.#watched = new SharedList<WatchedDomain>({
      state,
      key: 'watchedDomains',
      idOf: watchedId,
      onChange: () => this.#changed.fire(),
    });
  }

  list(): readonly WatchedDomain[] {
    return this.#watched.list();
  }

  has(connectionId: string, index: number): boolean {
    return this.#watched.get(watchedId({ connectionId, index })) !== undefined;
  }

  async watch(domain: WatchedDomain): Promise<void> {
    if (this.has(domain.connectionId, domain.index)) return;
    await this.#watched.set(watchedId(domain), { ...domain, name: storedName(domain.name) });
  }

  async unwatch(connectionId: string, index: number): Promise<void> {
    await this.#watched.remove((each) => each.connectionId === connectionId && each.index === index);
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#watched.remove((each) => each.connectionId === connectionId);
  }

  /** Watches `domain` if nothing was ever watched: the first domain that is listed. */
  async watchFirst(domain: WatchedDomain): Promise<void> {
    if (this.#watched.isUnused) await this.watch(domain);
  }

  /** Tells listeners when another window changed the list. */
  reread(): void {
    this.#watched.reread();
  }

  dispose(): void {
    this.#watched.dispose();
    this.#changed.dispose();
  }
}

function watchedId({ connectionId, index }: Pick<WatchedDomain, 'connectionId' | 'index'>): string {
  return `${connectionId}/${index}`;
}
