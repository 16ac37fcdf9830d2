import type * as vscode from 'vscode';
import { caseFolded } from '../text/strings.ts';
import { type DomainRef, domainId } from './domainRef.ts';
import { storedName } from './sharedList.ts';
import { ConnectionEntries } from './storedEntries.ts';

/** The user's settings for a domain, stored on this computer only: an alias, and whether it is pinned. */
export interface DomainMark extends DomainRef {
  /**
   * The service's name for the domain when it was marked, so that a pinned domain can be shown before its page is
   * loaded.
   */
  readonly name: string | undefined;
  readonly alias?: string;
  readonly pinned?: boolean;
}

/** Aliases and pins of domains, in global state. */
export class DomainMarks extends ConnectionEntries<DomainMark> {
  constructor(state: vscode.Memento) {
    super({ state, key: 'domainMarks', idOf: domainId });
  }

  get(domain: DomainRef): DomainMark | undefined {
    return this.stored.get(domainId(domain));
  }

  /** Returns the pinned domains of a connection, in the order they were first marked. */
  pinned(connectionId: string): readonly DomainMark[] {
    return this.stored.list().filter((each) => each.connectionId === connectionId && each.pinned);
  }

  /** Returns the domains of a connection with this `alias`, ignoring case. */
  aliased(connectionId: string, alias: string): readonly DomainMark[] {
    const wanted = caseFolded(alias);
    return this.stored
      .list()
      .filter(
        (each) => each.connectionId === connectionId && each.alias && caseFolded(each.alias) === wanted,
      );
  }

  /** Sets a domain's alias; an empty alias removes it. */
  async setAlias({ connectionId, index, name }: DomainRef, alias: string): Promise<void> {
    const mark = { connectionId, index, name: storedName(name), alias: alias.trim() };
    await this.stored.set(domainId(mark), mark);
  }

  async setPinned({ connectionId, index, name }: DomainRef, pinned: boolean): Promise<void> {
    const mark = { connectionId, index, name: storedName(name), pinned };
    await this.stored.set(domainId(mark), mark);
  }
}
