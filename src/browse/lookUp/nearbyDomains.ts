import type { LogTarget } from '../../connections/logTarget.ts';
import type { TreeNode } from '../../targets/nodes.ts';

/** A domain that is near at hand. */
export interface NearbyDomain {
  readonly connectionId: string;
  /** Its index on the service. */
  readonly domain: number;
  /** What the person calls it. */
  readonly name: string;
}

export interface NearbyOptions {
  /** The log that is looked at. */
  readonly active: LogTarget | undefined;
  /** What is selected in the tree. */
  readonly selection: readonly TreeNode[];
  /** The log that was opened last. */
  readonly latest: LogTarget | undefined;
  readonly nameOf: (connectionId: string, domain: number) => string;
}

/** The domains that a log index alone may be of: of the log in sight, of the tree's selection, of the log opened last. */
export function nearbyDomains({ active, selection, latest, nameOf }: NearbyOptions): NearbyDomain[] {
  const selected = selection.flatMap((node) => {
    if (node.kind === 'domain') return { connectionId: node.connectionId, domain: node.domain.index };
    return node.kind === 'log' ? placeOf(node) : [];
  });
  const places = [...(active ? [placeOf(active)] : []), ...selected, ...(latest ? [placeOf(latest)] : [])];
  const unique = new Map(places.map((place) => [`${place.domain}/${place.connectionId}`, place]));
  return [...unique.values()].map((place) => ({ ...place, name: nameOf(place.connectionId, place.domain) }));
}

function placeOf({ connectionId, key }: LogTarget): { connectionId: string; domain: number } {
  return { connectionId, domain: key.domain };
}
