import type { App } from '../../app.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import type { ConnectionNode, DomainNode } from '../../connections/nodes.ts';
import type { Domain } from '../../service/model.ts';
import type { Pager } from '../lists/pager.ts';

type Parts = Pick<App, 'connections' | 'lists' | 'pinned' | 'recent'>;

/**
 * The nodes of connections and domains. The editor identifies nodes by object identity, so there is exactly one object
 * for each connection and domain.
 */
export class DomainNodes {
  readonly #app: Parts;
  readonly #nodes = new Map<string, ConnectionNode | DomainNode>();

  constructor(app: Parts) {
    this.#app = app;
  }

  connection(id: string): ConnectionNode | undefined {
    const connection = this.#app.connections.get(id);
    if (!connection) return undefined;
    const known = this.#nodes.get(id);
    if (known?.kind === 'connection' && known.connection === connection) return known;
    const node: ConnectionNode = { kind: 'connection', connection };
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the node of a domain as the service lists it. */
  domain(connectionId: string, { index, name }: Pick<Domain, 'index' | 'name'>): DomainNode {
    const id = domainId({ connectionId, index });
    const known = this.#nodes.get(id);
    if (known?.kind === 'domain') return Object.assign(known, { name });
    const node: DomainNode = { kind: 'domain', connectionId, index, name };
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the nodes of a connection's pinned domains, which are shown before their pages are loaded. */
  pinned(connectionId: string): DomainNode[] {
    const { lists, pinned } = this.#app;
    return pinned.of(connectionId).map((each) => {
      const name = lists.loadedDomain(each)?.name ?? each.name;
      return this.domain(connectionId, { index: each.index, name });
    });
  }

  /** Returns all domains of existing connections that have a node. */
  domains(): DomainNode[] {
    const { connections } = this.#app;
    return [...this.#nodes.values()].filter(
      (node) => node.kind === 'domain' && connections.get(node.connectionId) !== undefined,
    ) as DomainNode[];
  }

  /**
   * Returns a connection's list after loading at least one page, which might have failed. Reads the list again if it was
   * dropped in the meantime.
   */
  async loaded(connectionId: string): Promise<Pager<Domain>> {
    const { lists } = this.#app;
    const pager = lists.domains(connectionId);
    await pager.load();
    return pager === lists.domains(connectionId) ? pager : this.loaded(connectionId);
  }

  /** Returns the node of a domain that is pinned or on one of the loaded pages of its connection's list. */
  async find({ connectionId, index }: DomainRef): Promise<DomainNode | undefined> {
    const { items } = await this.loaded(connectionId);
    const domain = items.find((each) => each.index === index);
    if (domain) return this.domain(connectionId, domain);
    return this.pinned(connectionId).find((each) => each.index === index);
  }

  /** Returns the node of a domain, or a separate one if the tree does not show the domain. */
  async of({ connectionId, index }: DomainRef): Promise<DomainNode> {
    const shown = await this.find({ connectionId, index });
    return shown ?? { kind: 'domain', connectionId, index, name: undefined };
  }

  /**
   * Returns the name of a domain if it is known without a request. The caller passes the service's name with the domain,
   * if known.
   */
  knownName(domain: DomainRef): string | undefined {
    const { lists, recent } = this.#app;
    const isOf = (log: LogTarget) => domainId(domainOf(log)) === domainId(domain);
    return domain.name || lists.loadedDomain(domain)?.name || recent.list().find(isOf)?.domainName;
  }
}
