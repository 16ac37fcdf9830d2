import type { DomainDirectory } from '../connections/domainDirectory.ts';
import type { DomainMarks } from '../connections/domainMarks.ts';
import type { Place } from '../counts/serviceDays.ts';
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
  loaded({ connectionId, index }: Place): string | undefined {
    const { lists, directory } = this.#options;
    const listed = lists.domains(connectionId).state.items.find((domain) => domain.index === index);
    return (listed ?? directory.known(connectionId, index))?.name;
  }

  /** What a person calls a domain: the alias first; `known`: the service's name, if the caller knows it. */
  shown(place: Place, known?: string): string {
    const alias = this.#options.marks.get(place.connectionId, place.index)?.alias;
    return alias || known || this.loaded(place) || `Domain ${place.index}`;
  }
}
