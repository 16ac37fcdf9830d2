import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import type { TreeNode } from '../../targets/nodes.ts';

export interface NearbyOptions {
  /** The log that is looked at. */
  readonly active: LogTarget | undefined;
  /** The nodes that are selected in the tree. */
  readonly selection: readonly TreeNode[];
  /** The log that was opened last. */
  readonly latest: LogTarget | undefined;
  /** What the person calls a domain. */
  readonly nameOf: (domain: DomainRef) => string;
}

/**
 * The domains that a log index alone may be of: of the log in sight, of the tree's selection, of the log opened last. Each
 * has the name that the person calls it by.
 */
export function nearbyDomains({ active, selection, latest, nameOf }: NearbyOptions): DomainRef[] {
  const selected = selection.flatMap((node) => {
    if (node.kind === 'domain') return { connectionId: node.connectionId, index: node.index };
    return node.kind === 'log' ? domainOf(node) : [];
  });
  const domains = [...(active ? [domainOf(active)] : []), ...selected, ...(latest ? [domainOf(latest)] : [])];
  const unique = new Map(domains.map((domain) => [domainId(domain), domain]));
  return [...unique.values()].map((domain) => ({ ...domain, name: nameOf(domain) }));
}
