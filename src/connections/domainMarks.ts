import * as vscode from 'vscode';
import { caseFolded } from '../text/strings.ts';
import { Disposables } from '../ui/disposables.ts';
import { type DomainRef, domainId } from './domainRef.ts';
import { SharedList, storedName } from './sharedList.ts';

/** The user's settings for a domain, stored on this computer only: an alias, and whether it is pinned. */
export interface DomainMark extends DomainRef {
  /** The service's name for it at that time, so that a pinned domain can be shown before its page is loaded. */
  readonly name: string | undefined;
  readonly alias?: string;
  readonly pinned?: boolean;
}

/** Aliases and pins of domains, in global state. */
export class DomainMarks extends Disposables {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #marks: SharedList<DomainMark>;

  constructor(state: vscode.Memento) {
    super();
    this.#marks = this.register(
      new SharedList<DomainMark>({
        state,
        key: 'domainMarks',
        idOf: domainId,
        onChange: () => this.#changed.fire(),
      }),
    );
  }

  get(domain: DomainRef): DomainMark | undefined {
    return this.#marks.get(domainId(domain));
  }

  /** Returns the pinned domains of a connection, in the order they were first marked. */
  pinned(connectionId: string): readonly DomainMark[] {
    return this.#marks.list().filter((each) => each.connectionId === connectionId && each.pinned);
  }

  /** Returns the domains of a connection with this `alias`, ignoring case. */
  aliased(connectionId: string, alias: string): readonly DomainMark[] {
    const wanted = caseFolded(alias);
    return this.#marks
      .list()
      .filter(
        (each) => each.connectionId === connectionId && each.alias && caseFolded(each.alias) === wanted,
      );
  }

  /** Sets a domain's alias; an empty alias removes it. */
  async setAlias({ connectionId, index, name }: DomainRef, alias: string): Promise<void> {
    const mark = { connectionId, index, name: storedName(name), alias: alias.trim() };
    await this.#marks.set(domainId(mark), mark);
  }

  async setPinned({ connectionId, index, name }: DomainRef, pinned: boolean): Promise<void> {
    const mark = { connectionId, index, name: storedName(name), pinned };
    await this.#marks.set(domainId(mark), mark);
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#marks.remove((each) => each.connectionId === connectionId);
  }

  /** Notifies listeners if another window changed a mark. */
  reread(): void {
    this.#marks.reread();
  }
}
