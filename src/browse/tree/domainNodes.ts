import type { App } from '../../app.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { ConnectionNode, DomainNode } from '../../connections/nodes.ts';
import type { Domain } from '../../service/model.ts';
import type { Pager } from '../lists/pager.ts';

type Parts = Pick<App, 'connections' | 'lists' | 'pinned'>;

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

  domain(connectionId: string, { index, name, other }: Domain): DomainNode {
    const id = domainId({ connectionId, index });
    const known = this.#nodes.get(id);
    if (known?.kind === 'domain') return known;
    const node: DomainNode = { kind: 'domain', connectionId, index, name, other };
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the node of a domain, updated from the service's list. */
  listed(connectionId: string, domain: Domain): DomainNode {
    const node = this.domain(connectionId, domain);
    node.name = domain.name;
    node.other = domain.other;
    return node;
  }

  /** Returns the node of a pinned domain, which is shown before its page is loaded. */
  pinned({ connectionId, index, name }: DomainRef): DomainNode {
    const loaded = this.#app.lists.domains(connectionId).items.find((domain) => domain.index === index);
    return loaded ? this.listed(connectionId, loaded) : this.domain(connectionId, { index, name, other: {} });
  }

  /** Returns all domains that have a node. */
  domains(): DomainNode[] {
    return [...this.#nodes.values()].filter((node) => node.kind === 'domain');
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
    if (domain) return this.listed(connectionId, domain);
    const pinned = this.#app.pinned.of(connectionId).find((each) => each.index === index);
    return pinned && this.pinned(pinned);
  }

  /** Returns the node of a domain, or a separate one if the tree does not show the domain. */
  async of(domain: DomainRef): Promise<DomainNode> {
    return (await this.find(domain)) ?? unlisted(domain);
  }

  clear(): void {
    this.#nodes.clear();
  }
}

/** Returns a node for a domain that is not on any loaded page. Its logs can still be read. */
export function unlisted({ connectionId, index }: DomainRef): DomainNode {
  return { kind: 'domain', connectionId, index, name: undefined, other: {} };
}
