import type * as vscode from 'vscode';
import { type DomainRef, domainId } from './domainRef.ts';
import { ConnectionList, storedName } from './storedList.ts';

/**
 * The domains that are first in the tree and whose attackers are counted in the status bar, each with the name it had
 * when it was pinned. Stored in global state, in the order they were pinned.
 */
export class PinnedDomains extends ConnectionList<DomainRef> {
  constructor(state: vscode.Memento) {
    super(state, 'pinnedDomains');
  }

  of(connectionId: string): readonly DomainRef[] {
    return this.list().filter((each) => each.connectionId === connectionId);
  }

  has(domain: DomainRef): boolean {
    return this.list().some((each) => domainId(each) === domainId(domain));
  }

  async pin(domain: DomainRef): Promise<void> {
    if (this.has(domain)) return;
    const { connectionId, index, name } = domain;
    await this.change((list) => [...list, { connectionId, index, name: storedName(name) }]);
  }

  async unpin(domain: DomainRef): Promise<void> {
    await this.change((list) => list.filter((each) => domainId(each) !== domainId(domain)));
  }

  /** Pins `domain`, the first one in the list, if no domain has ever been pinned. */
  async pinFirst(domain: DomainRef): Promise<void> {
    if (this.isUnused) await this.pin(domain);
  }
}
