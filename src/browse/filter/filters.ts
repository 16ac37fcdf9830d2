import * as vscode from 'vscode';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { LogFilter } from '../../service/model.ts';
import { filterOn, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';

/** The filter on a domain's list of logs. */
export interface DomainFilter extends DomainRef {
  readonly query: LogQuery;
}

/**
 * Each domain's filter, which applies to its list in the tree. A table starts with it. Filters are kept until the window
 * closes, and never on disk, because a path or keyword is text from a log, which might contain a secret.
 */
export class Filters {
  readonly #filters = new Map<string, DomainFilter>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires whenever a filter is set. */
  readonly onDidChange = this.#changed.event;
  readonly #today: (connectionId: string) => string;

  /** @param today returns the current date in the time zone of a connection's service, `YYYY-MM-DD` */
  constructor(today: (connectionId: string) => string) {
    this.#today = today;
  }

  /** Returns all filters, at most one per domain. */
  list(): readonly DomainFilter[] {
    return [...this.#filters.values()];
  }

  /** Returns the query of a domain's filter, or an empty query if there is no filter. */
  query(domain: DomainRef): LogQuery {
    return this.#filters.get(domainId(domain))?.query ?? {};
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
  set({ connectionId, index }: DomainRef, query: LogQuery): void {
    const id = domainId({ connectionId, index });
    if (isEmptyQuery(query)) this.#filters.delete(id);
    else this.#filters.set(id, { connectionId, index, query });
    this.#changed.fire();
  }

  /** Removes the filters of a removed connection. */
  async forgetConnection(connectionId: string): Promise<void> {
    for (const [id, filter] of this.#filters)
      if (filter.connectionId === connectionId) this.#filters.delete(id);
    this.#changed.fire();
  }
}
