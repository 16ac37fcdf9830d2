import { PagedList } from '../lists/pagedList.ts';
import type { LogService } from '../service/api.ts';
import type { Domain } from '../service/model.ts';
import type { DomainRef } from './domainRef.ts';

type Service = Pick<LogService, 'domains'>;

/** Maximum number of domains to keep for a connection; more would not help a user choose. */
export const DOMAINS_LIMIT = 20_000;
/** Maximum total length, in UTF-16 units, of the domain names kept for a connection. */
const NAMES_LIMIT = 8 * 1024 * 1024;

const NEVER = new AbortController().signal;

interface Seen {
  readonly domains: Map<number, Domain>;
  complete: boolean;
  /** True if there are more domains than are kept. */
  isCut: boolean;
  /** Total length of the names, in UTF-16 units. */
  units: number;
}

/**
 * Each connection's domains, read page by page and cached for pickers and for displaying the names of referenced
 * domains.
 */
export class DomainDirectory {
  readonly #serviceOf: (connectionId: string) => Promise<Service>;
  readonly #seen = new Map<string, Seen>();

  constructor(serviceOf: (connectionId: string) => Promise<Service>) {
    this.#serviceOf = serviceOf;
  }

  /** Returns a domain that has been read; sends no request. */
  known({ connectionId, index }: DomainRef): Domain | undefined {
    return this.#seen.get(connectionId)?.domains.get(index);
  }

  /**
   * Yields all domains of a connection as they arrive, a batch at a time. Rejects with a `ServiceError`. The list ends
   * when the service repeats domains or when `DOMAINS_LIMIT` or `NAMES_LIMIT` is reached. Only a domain's number and
   * name are included.
   */
  async *read(connectionId: string, signal = NEVER): AsyncGenerator<readonly Domain[]> {
    const before = this.#seen.get(connectionId);
    if (before?.complete) {
      yield [...before.domains.values()];
      return;
    }
    const seen: Seen = { domains: new Map(), complete: false, isCut: false, units: 0 };
    this.#seen.set(connectionId, seen);
    const service = await this.#serviceOf(connectionId);
    const list = new PagedList<Domain>({
      fetch: (page, options) => service.domains(page, options),
      idOf: ({ index }) => index,
    });
    for await (const { items } of list.all({ signal })) {
      const kept = keep(seen, items);
      if (kept.length > 0) yield kept;
      if (seen.isCut) break;
    }
    seen.complete = true;
  }

  /** Returns true if a connection has more domains than are kept. */
  isCut(connectionId: string): boolean {
    return this.#seen.get(connectionId)?.isCut ?? false;
  }

  /**
   * Returns the first domain that `matches`, searching those already read before requesting more. Stops reading at the
   * match.
   */
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

  /** Clears the cache after a change of connection, key, or conventions. */
  clear(): void {
    this.#seen.clear();
  }
}

/** Keeps and returns as many of these domains as the limits allow. */
function keep(seen: Seen, domains: readonly Domain[]): readonly Domain[] {
  const kept: Domain[] = [];
  for (const { index, name } of domains) {
    seen.units += name?.length ?? 0;
    seen.isCut = seen.domains.size === DOMAINS_LIMIT || seen.units > NAMES_LIMIT;
    if (seen.isCut) break;
    const domain = { index, name, other: {} };
    seen.domains.set(index, domain);
    kept.push(domain);
  }
  return kept;
}
