import * as vscode from 'vscode';
import type { Domain } from '../service/model.ts';

/** What a person noted of a domain, on this machine only: another name for it, or that it comes first. */
export interface DomainMark {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  /** The service's name for it when it was marked, so that a pinned domain shows before its page is loaded. */
  readonly name: string | undefined;
  readonly alias?: string;
  readonly pinned?: boolean;
}

const STATE_KEY = 'domainMarks';

/** Aliases and pins of domains, in global state. */
export class DomainMarks implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(connectionId: string, index: number): DomainMark | undefined {
    return this.#list().find((each) => each.connectionId === connectionId && each.index === index);
  }

  /** The pinned domains of a connection, in the order in which they were pinned. */
  pinned(connectionId: string): readonly DomainMark[] {
    return this.#list().filter((each) => each.connectionId === connectionId && each.pinned);
  }

  /** The domains of a connection that have `alias`, whatever the case. */
  aliased(connectionId: string, alias: string): readonly DomainMark[] {
    const wanted = alias.toLowerCase();
    return this.#list().filter(
      (each) => each.connectionId === connectionId && each.alias?.toLowerCase() === wanted,
    );
  }

  /** An empty alias takes it away. */
  async setAlias(connectionId: string, domain: Domain, alias: string): Promise<void> {
    await this.#set(connectionId, domain, { alias: alias.trim() });
  }

  async setPinned(connectionId: string, domain: Domain, pinned: boolean): Promise<void> {
    await this.#set(connectionId, domain, { pinned });
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#write(this.#list().filter((each) => each.connectionId !== connectionId));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #list(): readonly DomainMark[] {
    return this.#state.get<readonly DomainMark[]>(STATE_KEY, []);
  }

  async #set(
    connectionId: string,
    { index, name }: Domain,
    change: Pick<DomainMark, 'alias' | 'pinned'>,
  ): Promise<void> {
    const known = this.get(connectionId, index);
    const mark = { ...known, ...change, connectionId, index, name };
    const others = this.#list().filter((each) => each !== known);
    await this.#write(mark.alias || mark.pinned ? [...others, mark] : others);
  }

  async #write(list: readonly DomainMark[]): Promise<void> {
    await this.#state.update(STATE_KEY, list);
    this.#changed.fire();
  }
}
