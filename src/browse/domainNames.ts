import type { DomainDirectory } from '../connections/domainDirectory.ts';
import { domainLabel } from '../connections/domainLabel.ts';
import type { DomainMarks } from '../connections/domainMarks.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { domainOf } from '../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../connections/recentLogs.ts';
import type { Lists } from './lists/lists.ts';

export interface DomainNamesOptions {
  readonly marks: DomainMarks;
  readonly lists: Lists;
  readonly directory: DomainDirectory;
  readonly recent: RecentLogs;
}

/** The names of domains, as far as they are known without a request. */
export class DomainNames {
  readonly #options: DomainNamesOptions;

  constructor(options: DomainNamesOptions) {
    this.#options = options;
  }

  /** The service's name for a domain, if it was read before. */
  loaded(domain: DomainRef): string | undefined {
    const { lists, directory } = this.#options;
    const listed = lists.domains(domain.connectionId).state.items.find(({ index }) => index === domain.index);
    return (listed ?? directory.known(domain))?.name;
  }

  /** What a person calls a domain: the alias first. The service's name is given with it, if the caller knows it. */
  shown(domain: DomainRef): string {
    return this.known(domain) ?? domainLabel({ index: domain.index });
  }

  /** The same, where a name is known: in this window, or from a log that was opened recently. */
  known(domain: DomainRef): string | undefined {
    const { marks, recent } = this.#options;
    const alias = marks.get(domain)?.alias;
    const isOf = (log: RecentLog) => domainId(domainOf(log)) === domainId(domain);
    return alias || domain.name || this.loaded(domain) || recent.list().find(isOf)?.domainName;
  }
}
