/** Reads the detections for one address in all of a connection's domains. */

import { isServiceError } from '../base/errors.ts';
import { IN_BACKGROUND, Limiter } from '../base/limiter.ts';
import type { DomainDirectory } from '../connections/domainDirectory.ts';
import type { LogService } from '../service/api.ts';
import type { ListedLog } from '../service/model.ts';
import { checkLogs, type FilterNames } from '../service/queries/filter.ts';
import { type Message, message, pluralMessage } from '../text/l10n.ts';

/** Maximum number of domains to read from a connection, and maximum number of rows to read from each domain. */
export const MOST_DOMAINS = 50;
const MOST_ROWS = 100;

export interface TrailOptions {
  readonly connectionId: string;
  /** The domain to read first. */
  readonly domain: number;
  readonly address: string;
  readonly directory: Pick<DomainDirectory, 'read'>;
  readonly service: Pick<LogService, 'logs'>;
  readonly names: FilterNames;
  readonly signal: AbortSignal;
  /** Called with the completed fraction, from 0 to 1. */
  readonly report: (share: number) => void;
}

export interface Trail {
  /** Newest first. */
  readonly logs: readonly ListedLog[];
  /** The number of domains that were read. */
  readonly domains: number;
  /** Messages about data that could not be read. */
  readonly notices: readonly Message[];
}

/**
 * Reads the trail, a few domains at a time. If `signal` is aborted, returns the data that has been read so far. Rejects
 * only if the list of domains cannot be read.
 */
export async function readTrail(options: TrailOptions): Promise<Trail> {
  const { address, service, names, signal, report } = options;
  const { domains, hasMore } = await domainsOf(options);
  const limiter = new Limiter(IN_BACKGROUND);
  const logs: ListedLog[] = [];
  let [read, failed, cut, unfiltered] = [0, 0, 0, 0];
  const readDomain = async (domain: number) => {
    try {
      const page = await service.logs(
        domain,
        { page: 1, perPage: MOST_ROWS },
        { address },
        { signal, once: true },
      );
      const { logs: ofAddress, ignored, unasked } = checkLogs(page.items, { address }, names);
      const isComplete = page.isTotalKnown !== false && page.total <= page.items.length;
      if (ignored.length + unasked.length > 0) unfiltered += isComplete ? 0 : 1;
      else if (!isComplete) cut++;
      logs.push(...ofAddress.filter(({ row }) => row.address).slice(0, MOST_ROWS));
      read++;
    } catch (fault) {
      if (!isServiceError(fault, 'cancelled')) failed++;
    }
    report((read + failed) / domains.length);
  };
  await Promise.allSettled(domains.map((domain) => limiter.run(() => readDomain(domain), signal)));
  const left = domains.length - read - failed;
  const notices: (false | Message)[] = [
    left > 0 && message('Canceled. {0} of {1} domains were read.', read, domains.length),
    failed > 0 &&
      pluralMessage(failed, {
        one: '{0} domain could not be read.',
        other: '{0} domains could not be read.',
      }),
    hasMore && message('Only the first {0} domains of the connection were read.', domains.length),
    cut > 0 &&
      pluralMessage(
        cut,
        {
          one: '{0} domain has more logs from this address than the {1} that were read.',
          other: '{0} domains have more logs from this address than the {1} that were read.',
        },
        MOST_ROWS,
      ),
    unfiltered > 0 &&
      pluralMessage(
        unfiltered,
        {
          one: 'The service did not filter {0} domain by address. Only its first {1} logs were searched.',
          other:
            'The service did not filter {0} domains by address. Only their first {1} logs were searched.',
        },
        MOST_ROWS,
      ),
  ];
  return {
    logs: logs.sort((one, other) => compare(other.row.time ?? '', one.row.time ?? '')),
    domains: read,
    notices: notices.filter((notice) => notice !== false),
  };
}

/** Returns the indexes of the domains to read, starting with `domain`. */
async function domainsOf({ connectionId, domain, directory, signal }: TrailOptions) {
  const all = new Set([domain]);
  for await (const domains of directory.read(connectionId, signal)) {
    for (const { index } of domains) all.add(index);
    if (all.size > MOST_DOMAINS) break;
  }
  return { domains: [...all].slice(0, MOST_DOMAINS), hasMore: all.size > MOST_DOMAINS };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
