import type * as vscode from 'vscode';
import { type DomainRef, domainId } from './domainRef.ts';
import { storedName } from './sharedList.ts';
import { ConnectionEntries } from './storedEntries.ts';

/**
 * The domains that are first in the tree and whose attackers are counted in the status bar, each with the name it had
 * when it was pinned. Stored in global state.
 */
export class PinnedDomains extends ConnectionEntries<DomainRef> {
  constructor(state: vscode.Memento) {
    super({ state, key: 'pinnedDomains', idOf: domainId });
  }

  /** Returns the pinned domains in the order they were pinned. */
  list(): readonly DomainRef[] {
    return this.stored.list();
  }

  /** Returns the pinned domains of a connection in the order they were pinned. */
  of(connectionId: string): readonly DomainRef[] {
    return this.list().filter((each) => each.connectionId === connectionId);
  }

  has(domain: DomainRef): boolean {
    return this.stored.get(domainId(domain)) !== undefined;
  }

  async pin(domain: DomainRef): Promise<void> {
    if (this.has(domain)) return;
    const { connectionId, index, name } = domain;
    await this.stored.set(domainId(domain), { connectionId, index, name: storedName(name) });
  }

  async unpin(domain: DomainRef): Promise<void> {
    await this.stored.remove((each) => domainId(each) === domainId(domain));
  }

  /** Pins `domain`, the first one in the list, if no domain has ever been pinned. */
  async pinFirst(domain: DomainRef): Promise<void> {
    if (this.stored.isUnused) await this.pin(domain);
  }
}
