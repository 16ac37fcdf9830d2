import type * as vscode from 'vscode';
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

/**
 * The filter of each domain. Global state keeps it beyond the window, knowing no workspace; but a path or keyword is the
 * text of a log, which may hold a secret: it is in memory only, and gone with the window.
 */
export class Filters {
  readonly #state: vscode.Memento;
  readonly #today: (connectionId: string) => string;
  /** The filters of this window that hold text of logs, whole. */
  #inMemory: readonly DomainFilter[] = [];

  /** @param today the day it is for a connection's service, `YYYY-MM-DD` */
  constructor(state: vscode.Memento, today: (connectionId: string) => string) {
    this.#state = state;
    this.#today = today;
  }

  /** The filters that are set, at most one a domain. */
  list(): readonly DomainFilter[] {
    const stored = this.#stored().filter((each) => !this.#inMemory.some(isOf(each.connectionId, each.index)));
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
    const filter = { connectionId, index, name, query };
    const { uri, keyword, ...storable } = query;
    await this.#replace(isOf(connectionId, index), {
      inMemory: uri === undefined && keyword === undefined ? [] : [filter],
      stored: isEmptyQuery(storable) ? [] : [{ ...filter, query: storable }],
    });
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#replace((each) => each.connectionId === connectionId, { inMemory: [], stored: [] });
  }

  /** Puts the given filters in the place of those that are `old`. */
  async #replace(
    old: (filter: DomainFilter) => boolean,
    { inMemory, stored }: Record<'inMemory' | 'stored', readonly DomainFilter[]>,
  ): Promise<void> {
    this.#inMemory = [...this.#inMemory.filter((each) => !old(each)), ...inMemory];
    await this.#state.update(STATE_KEY, [...this.#stored().filter((each) => !old(each)), ...stored]);
  }

  #stored(): readonly DomainFilter[] {
    return this.#state.get<readonly DomainFilter[]>(STATE_KEY, []);
  }
}

function isOf(connectionId: string, index: number) {
  return (filter: DomainFilter) => filter.connectionId === connectionId && filter.index === index;
}
