import type * as vscode from 'vscode';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { StoredList, storedName } from '../../connections/storedList.ts';
import type { LogFilter } from '../../service/model.ts';
import { filterOn, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';

/** The filter on a domain's list of logs. */
export interface DomainFilter extends DomainRef {
  readonly query: LogQuery;
}

/**
 * Each domain's filter. Filters are kept in global state, independent of the workspace. Because a path or keyword is
 * text from a log, which might contain a secret, filters that contain either are kept in memory only and discarded when
 * the window closes.
 */
export class Filters implements vscode.Disposable {
  readonly #listeners = new Set<() => void>();
  readonly #stored: StoredList<DomainFilter>;
  readonly #today: (connectionId: string) => string;
  /** This window's filters that contain text from logs. */
  #inMemory: readonly DomainFilter[] = [];

  /** @param today returns the current date in the time zone of a connection's service, `YYYY-MM-DD` */
  constructor(state: vscode.Memento, today: (connectionId: string) => string) {
    this.#stored = new StoredList<DomainFilter>(state, 'filters');
    this.#stored.onDidChange(() => this.#changed());
    this.#today = today;
  }

  /** Notices filters that another window set. */
  reread(): void {
    this.#stored.reread();
  }

  /** Calls `listener` whenever a filter is set in this or another window, until it is disposed. */
  onDidChange(listener: () => void): vscode.Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Returns all filters, at most one per domain. */
  list(): readonly DomainFilter[] {
    const stored = this.#stored.list().filter((each) => !this.#inMemory.some(isOf(each)));
    return [...stored, ...this.#inMemory];
  }

  /** Returns the query of a domain's filter, or an empty query if there is no filter. */
  query(domain: DomainRef): LogQuery {
    return this.list().find(isOf(domain))?.query ?? {};
  }

  /** Returns the filter for a domain's query, with relative dates resolved as of today. */
  filter(domain: DomainRef): LogFilter {
    return this.on(domain, this.query(domain));
  }

  /** Like `filter`, but for a different query on a domain's logs. */
  on({ connectionId }: DomainRef, query: LogQuery): LogFilter {
    return filterOn(this.#today(connectionId), query);
  }

  /** Sets a domain's filter; an empty query removes it. */
  async set({ connectionId, index, name }: DomainRef, query: LogQuery): Promise<void> {
    const filter = { connectionId, index, name: storedName(name), query };
    const { uri, keyword, ...storable } = query;
    const isThis = isOf(filter);
    const containsText = uri !== undefined || keyword !== undefined;
    this.#inMemory = [...this.#inMemory.filter((each) => !isThis(each)), ...(containsText ? [filter] : [])];
    await this.#stored.change((list) => [
      ...list.filter((each) => !isThis(each)),
      ...(isEmptyQuery(storable) ? [] : [{ ...filter, query: storable }]),
    ]);
    this.#changed();
  }

  async forgetConnection(connectionId: string): Promise<void> {
    this.#inMemory = this.#inMemory.filter((each) => each.connectionId !== connectionId);
    await this.#stored.change((list) => list.filter((each) => each.connectionId !== connectionId));
    this.#changed();
  }

  dispose(): void {
    this.#listeners.clear();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isOf(domain: DomainRef) {
  const id = domainId(domain);
  return (filter: DomainFilter) => domainId(filter) === id;
}
