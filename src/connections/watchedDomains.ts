import type * as vscode from 'vscode';
import { type DomainRef, domainId } from './domainRef.ts';
import { storedName } from './sharedList.ts';
import { ConnectionEntries } from './storedEntries.ts';

/**
 * The domains whose number of attackers today is shown in the status bar, each with the name it had when it was added.
 * Stored in global state.
 */
export class WatchedDomains extends ConnectionEntries<DomainRef> {
  constructor(state: vscode.Memento) {
    super({ state, key: 'watchedDomains', idOf: domainId });
  }

  list(): readonly DomainRef[] {
    return this.stored.list();
  }

  has(domain: DomainRef): boolean {
    return this.stored.get(domainId(domain)) !== undefined;
  }

  async watch(domain: DomainRef): Promise<void> {
    if (this.has(domain)) return;
    const { connectionId, index, name } = domain;
    await this.stored.set(domainId(domain), { connectionId, index, name: storedName(name) });
  }

  async unwatch(domain: DomainRef): Promise<void> {
    await this.stored.remove((each) => domainId(each) === domainId(domain));
  }

  /** Watches `domain`, the first one in the list, if no domain has ever been watched. */
  async watchFirst(domain: DomainRef): Promise<void> {
    if (this.stored.isUnused) await this.watch(domain);
  }
}
