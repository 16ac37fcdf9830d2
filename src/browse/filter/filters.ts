import type * as vscode from 'vscode';
import { SharedList } from '../../connections/sharedList.ts';
import { storedName } from '../../connections/storedName.ts';
import type { LogFilter } from '../../service/model.ts';
import { filterOn, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import type { DomainTarget } from '../../targets/nodes.ts';

/** What the list of a domain's logs is narrowed by. */
export interface DomainFilter {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  /** The service's name for the domain when the filter was set. */
  readonly name: string | undefined;
  readonly query: LogQuery;
}

/**
 * The filter of each domain. Global state keeps it beyond the window, knowing no workspace; but a path or keyword is the
 * text of a log, which may hold a secret: it is in memory only, and gone with the window.
 */
export class Filters implements vscode.Disposable {
  readonly #stored: SharedList<DomainFilter>;
  readonly #today: (connectionId: string) => string;
  /** The filters of this window that hold text of logs, whole. */
  #inMemory: readonly DomainFilter[] = [];

  /** @param today the day it is for a connection's service, `YYYY-MM-DD` */
  constructor(state: vscode.Memento, today: (connectionId: string) => string) {
    this.#stored = new SharedList<DomainFilter>({
      state,
      key: 'filters',
      idOf: filterId,
      onChange: () => {},
    });
    this.#today = today;
  }

  /** The filters that are set, at most one a domain. */
  list(): readonly DomainFilter[] {
    const stored = this.#stored
      .list()
      .filter((each) => !this.#inMemory.some(isOf(each.connectionId, each.index)));
    return [...stored, ...this.#inMemory];
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
    const filter = { connectionId, index, name: storedName(name), query };
    const { uri, keyword, ...storable } = query;
    const isThis = isOf(connectionId, index);
    const holdsText = uri !== undefined || keyword !== undefined;
    this.#inMemory = [...this.#inMemory.filter((each) => !isThis(each)), ...(holdsText ? [filter] : [])];
    if (isEmptyQuery(storable)) await this.#stored.remove(isThis);
    else await this.#stored.set(filterId(filter), { ...filter, query: storable });
  }

  async forgetConnection(connectionId: string): Promise<void> {
    this.#inMemory = this.#inMemory.filter((each) => each.connectionId !== connectionId);
    await this.#stored.remove((each) => each.connectionId === connectionId);
  }

  dispose(): void {
    this.#stored.dispose();
  }
}

function filterId({ connectionId, index }: Pick<DomainFilter, 'connectionId' | 'index'>): string {
  return `${connectionId}/${index}`;
}

function isOf(connectionId: string, index: number) {
  return (filter: DomainFilter) => filter.connectionId === connectionId && filter.index === index;
}
