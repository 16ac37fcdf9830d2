import * as vscode from 'vscode';
import { filterOn, isEmptyQuery, type LogQuery } from '../service/logQuery.ts';
import type { LogFilter } from '../service/model.ts';
import type { DomainTarget } from './nodes.ts';

/** What the list of a domain's logs is narrowed by. */
export interface DomainFilter {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  /** The service's name for the domain when the filter was set. */
  readonly name: string | undefined;
  readonly query: LogQuery;
}

const STATE_KEY = 'filters';

/** The filter of each domain, in global state: it outlives the window and knows no workspace. */
export class Filters implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #today: (connectionId: string) => string;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /** @param today the day it is for a connection's service, `YYYY-MM-DD` */
  constructor(state: vscode.Memento, today: (connectionId: string) => string) {
    this.#state = state;
    this.#today = today;
  }

  list(): readonly DomainFilter[] {
    return this.#state.get<readonly DomainFilter[]>(STATE_KEY, []);
  }

  /** Empty when the domain's list is whole. */
  query({ connectionId, domain }: DomainTarget): LogQuery {
    return this.list().find(isOf(connectionId, domain.index))?.query ?? {};
  }

  /** The query as it is today. */
  filter(target: DomainTarget): LogFilter {
    return filterOn(this.#today(target.connectionId), this.query(target));
  }

  /** An empty query takes the filter away. */
  async set({ connectionId, domain: { index, name } }: DomainTarget, query: LogQuery): Promise<void> {
    const isThis = isOf(connectionId, index);
    const others = this.list().filter((each) => !isThis(each));
    await this.#write(isEmptyQuery(query) ? others : [...others, { connectionId, index, name, query }]);
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#write(this.list().filter((each) => each.connectionId !== connectionId));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #write(list: readonly DomainFilter[]): Promise<void> {
    await this.#state.update(STATE_KEY, list);
    this.#changed.fire();
  }
}

function isOf(connectionId: string, index: number) {
  return (filter: DomainFilter) => filter.connectionId === connectionId && filter.index === index;
}
