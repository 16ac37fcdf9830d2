import type { LogService } from '../service/api.ts';
import type { Domain } from '../service/model.ts';

type Service = Pick<LogService, 'domains'>;

/** Domains a request, the most that may be asked for (section 8); the service may give fewer. */
const PER_PAGE = 100;

interface Seen {
  readonly domains: Map<number, Domain>;
  complete: boolean;
}

/** The domains of connections, read page by page and kept, for pickers and for names in references. */
export class DomainDirectory {
  readonly #serviceOf: (connectionId: string) => Promise<Service>;
  readonly #seen = new Map<string, Seen>();

  constructor(serviceOf: (connectionId: string) => Promise<Service>) {
    this.#serviceOf = serviceOf;
  }

  /** A domain that was read before; asks nothing. */
  known(connectionId: string, index: number): Domain | undefined {
    return this.#seen.get(connectionId)?.domains.get(index);
  }

  /**
   * All domains of a connection as they arrive: each step gives the further ones. Rejects with a `ServiceError`. A service
   * that repeats itself ends the list.
   */
  async *read(connectionId: string, signal?: AbortSignal): AsyncGenerator<readonly Domain[]> {
    const before = this.#seen.get(connectionId);
    if (before?.complete) {
      yield [...before.domains.values()];
      return;
    }
    const seen: Seen = { domains: new Map(), complete: false };
    this.#seen.set(connectionId, seen);
    const service = await this.#serviceOf(connectionId);
    for (let page = 1; ; page++) {
      const { items, total, perPage } = await service.domains(
        { page, perPage: PER_PAGE },
        signal ? { signal } : {},
      );
      const fresh = items.filter(({ index }) => !seen.domains.has(index));
      for (const domain of fresh) seen.domains.set(domain.index, domain);
      if (fresh.length > 0) yield fresh;
      if (fresh.length === 0 || page * perPage >= total) break;
    }
    seen.complete = true;
  }

  /** The first domain that `matches`, of those read before or else of the service's; stops reading there. */
  async find(
    connectionId: string,
    matches: (domain: Domain) => boolean,
    signal?: AbortSignal,
  ): Promise<Domain | undefined> {
    const known = [...(this.#seen.get(connectionId)?.domains.values() ?? [])].find(matches);
    if (known) return known;
    for await (const domains of this.read(connectionId, signal)) {
      const found = domains.find(matches);
      if (found) return found;
    }
    return undefined;
  }

  /** Forgets all: after a change of connection, key or conventions. */
  clear(): void {
    this.#seen.clear();
  }
}
