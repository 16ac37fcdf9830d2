import type { LogService } from '../service/api.ts';
import type { Domain } from '../service/model.ts';

/** Domains a request, the most that the service gives (section 8). */
const PER_PAGE = 100;

/** All domains of a connection, read page by page and kept, for pickers and for names in references. */
export class DomainDirectory {
  readonly #serviceOf: (connectionId: string) => Promise<LogService>;
  readonly #known = new Map<string, readonly Domain[]>();

  constructor(serviceOf: (connectionId: string) => Promise<LogService>) {
    this.#serviceOf = serviceOf;
  }

  /**
   * The domains of a connection as they arrive: each step gives the further ones. Rejects with a `ServiceError`. A service
   * that repeats itself ends the list.
   */
  async *read(connectionId: string, signal?: AbortSignal): AsyncGenerator<readonly Domain[]> {
    const known = this.#known.get(connectionId);
    if (known) {
      yield known;
      return;
    }
    const service = await this.#serviceOf(connectionId);
    const domains = new Map<number, Domain>();
    for (let page = 1; ; page++) {
      const { items, total } = await service.domains({ page, perPage: PER_PAGE }, signal ? { signal } : {});
      const fresh = items.filter(({ index }) => !domains.has(index));
      for (const domain of fresh) domains.set(domain.index, domain);
      if (fresh.length > 0) yield fresh;
      if (fresh.length === 0 || page * PER_PAGE >= total) break;
    }
    this.#known.set(connectionId, [...domains.values()]);
  }

  /** The first domain that `matches`; stops reading there. */
  async find(
    connectionId: string,
    matches: (domain: Domain) => boolean,
    signal?: AbortSignal,
  ): Promise<Domain | undefined> {
    for await (const domains of this.read(connectionId, signal)) {
      const found = domains.find(matches);
      if (found) return found;
    }
    return undefined;
  }

  /** Forgets all: after a change of connection, key or conventions. */
  clear(): void {
    this.#known.clear();
  }
}
