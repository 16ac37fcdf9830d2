import type { Connection } from '../../connections/connection.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import { DOMAINS_LIMIT, type DomainDirectory } from '../../connections/domainDirectory.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import type { Services } from '../../connections/services.ts';
import { parseReference, type Reference, type ReferenceProblem } from '../../formats/reference.ts';
import { describeFault } from '../../service/faults.ts';
import type { Domain } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { caseFolded } from '../../text/strings.ts';
import type { Links } from '../links.ts';
import type { TreeNode } from '../nodes.ts';

export interface FindLogOptions {
  readonly connections: ConnectionStore;
  readonly services: Services;
  readonly directory: DomainDirectory;
  readonly links: Links;
}

export type FoundLog =
  /** A single log, or one log per connection if several connections have it. */
  | { readonly targets: readonly LogTarget[] }
  /** The reference contains only an index, so the caller must prompt for the domain and call `targetIn`. */
  | { readonly domainNeeded: true }
  | { readonly unknownBaseUrl: string }
  | { readonly problem: string };

/** Parses a reference; service URLs are matched against each connection's conventions. */
export function readReference(
  text: string,
  { connections, services }: FindLogOptions,
): Reference | ReferenceProblem {
  const first = parseReference(text);
  if (!('problem' in first)) return first;
  for (const { id } of connections.list()) {
    const reference = parseReference(text, services.conventions(id));
    if (!('problem' in reference)) return reference;
  }
  return first;
}

/** Returns the log that a reference identifies in one domain. */
export function targetIn(
  { services }: FindLogOptions,
  { idx, detectedType }: Reference,
  { connectionId, index }: DomainRef,
): LogTarget {
  const key = { domain: index, idx, detectedType: detectedType ?? services.detectedType(connectionId) };
  return { connectionId, key };
}

/**
 * Finds the log for a reference. If the reference contains a domain's name, looks it up in the services' lists of
 * domains.
 */
export async function findLog(
  options: FindLogOptions,
  reference: Reference,
  signal: AbortSignal,
): Promise<FoundLog> {
  const { connections, links } = options;
  const { domain, baseUrl } = reference;
  if (baseUrl !== undefined && typeof domain === 'number') {
    const matching = links.connectionsOf(baseUrl);
    return matching.length > 0
      ? {
          targets: matching.map(({ id }) =>
            targetIn(options, reference, { connectionId: id, index: domain }),
          ),
        }
      : { unknownBaseUrl: baseUrl };
  }
  const all = connections.list();
  if (domain === undefined) return { domainNeeded: true };
  const [only] = all;
  if (typeof domain === 'number' && only && all.length === 1) {
    return { targets: [targetIn(options, reference, { connectionId: only.id, index: domain })] };
  }
  return findInDomains(options, reference, domain, all, signal);
}

async function findInDomains(
  options: FindLogOptions,
  reference: Reference,
  wanted: string | number,
  connections: readonly Connection[],
  signal: AbortSignal,
): Promise<FoundLog> {
  const { directory } = options;
  const results = await Promise.allSettled(
    connections.map(async ({ id }) => {
      const match = await directory.find(id, (domain) => isNamed(domain, wanted), signal);
      return match && targetIn(options, reference, { connectionId: id, index: match.index });
    }),
  );
  const targets = results.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
  if (targets.length > 0) return { targets };
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) return { problem: describeFault(failed.reason, local).headline };
  const isCut = connections.some(({ id }) => directory.isCut(id));
  const problem = isCut
    ? t('Domain {0} is not among the first {1} domains of any connection', String(wanted), DOMAINS_LIMIT)
    : t('No connection has the domain {0}', String(wanted));
  return { problem };
}

function isNamed(domain: Domain, wanted: string | number): boolean {
  if (typeof wanted === 'number') return domain.index === wanted;
  if (domain.name === undefined) return false;
  const [name, typed] = [caseFolded(domain.name), caseFolded(wanted)];
  // A request's host can include a port, but a domain's name does not.
  return name === typed || name === typed.replace(/:\d{1,5}$/, '');
}

interface NearbyOptions {
  /** The log being viewed. */
  readonly active: LogTarget | undefined;
  /** The nodes selected in the tree. */
  readonly selection: readonly TreeNode[];
  /** The last opened log. */
  readonly latest: LogTarget | undefined;
  /** Returns the name to display for a domain. */
  readonly nameOf: (domain: DomainRef) => string;
}

/**
 * Returns the domains that a log index alone might refer to: those of the log being viewed, the tree's selection, and
 * the last opened log. Each has its display name.
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
