import type { App } from '../app.ts';
import { type DomainRef, domainId, domainLabel } from '../connections/domainRef.ts';
import { domainOf } from '../connections/logTarget.ts';
import type { RecentLog } from '../connections/recentLogs.ts';

/** Domain names that are known without a request. */
export class DomainNames {
  readonly #app: Pick<App, 'lists' | 'recent'>;

  constructor(app: Pick<App, 'lists' | 'recent'>) {
    this.#app = app;
  }

  /** Returns the service's name for a domain, if it has been read. */
  loaded(domain: DomainRef): string | undefined {
    return this.#app.lists.loadedDomain(domain)?.name;
  }

  /**
   * Returns the name to display for a domain. The caller passes the service's name with the domain, if known.
   */
  shown(domain: DomainRef): string {
    return this.known(domain) ?? domainLabel({ index: domain.index });
  }

  /** Like `shown`, but returns undefined if no name is known in this window or from a recently opened log. */
  known(domain: DomainRef): string | undefined {
    const isOf = (log: RecentLog) => domainId(domainOf(log)) === domainId(domain);
    return domain.name || this.loaded(domain) || this.#app.recent.list().find(isOf)?.domainName;
  }
}
