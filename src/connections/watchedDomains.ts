import * as vscode from 'vscode';
import { Disposables } from '../ui/disposables.ts';
import { type DomainRef, domainId } from './domainRef.ts';
import { SharedList, storedName } from './sharedList.ts';

/**
 * The domains whose attackers today are counted in the status bar, each with its name at the time it was added; in
 * global state.
 */
export class WatchedDomains extends Disposables {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #watched: SharedList<DomainRef>;

  constructor(state: vscode.Memento) {
    super();
    this.#watched = this.register(
      new SharedList<DomainRef>({
        state,
        key: 'watchedDomains',
        idOf: domainId,
        onChange: () => this.#changed.fire(),
      }),
    );
  }

  list(): readonly DomainRef[] {
    return this.#watched.list();
  }

  has(domain: DomainRef): boolean {
    return this.#watched.get(domainId(domain)) !== undefined;
  }

  async watch(domain: DomainRef): Promise<void> {
    if (this.has(domain)) return;
    const { connectionId, index, name } = domain;
    await this.#watched.set(domainId(domain), { connectionId, index, name: storedName(name) });
  }

  async unwatch(domain: DomainRef): Promise<void> {
    await this.#watched.remove((each) => domainId(each) === domainId(domain));
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#watched.remove((each) => each.connectionId === connectionId);
  }

  /** Watches `domain`, the first one listed, if no domain was ever watched. */
  async watchFirst(domain: DomainRef): Promise<void> {
    if (this.#watched.isUnused) await this.watch(domain);
  }

  /** Notifies listeners if another window changed the list. */
  reread(): void {
    this.#watched.reread();
  }
}
