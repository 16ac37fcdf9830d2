import type { DomainDirectory } from '../connections/domainDirectory.ts';
import type { DomainMarks } from '../connections/domainMarks.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { Lists } from './lists/lists.ts';

export interface DomainNamesOptions {
  readonly marks: DomainMarks;
  readonly lists: Lists;
  readonly directory: DomainDirectory;
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
    const alias = this.#options.marks.get(domain)?.alias;
    return alias || domain.name || this.loaded(domain) || `Domain ${domain.index}`;
  }
}
