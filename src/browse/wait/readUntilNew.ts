import type { App } from '../../app.ts';
import { delay as abortableDelay, abortFault } from '../../base/abort.ts';
import { isServiceError } from '../../base/errors.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { describeFault } from '../../service/faults.ts';
import { type ListedLog, logId } from '../../service/model.ts';
import { isPassing } from '../../service/network/retry.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { sentences } from '../../text/sentences.ts';
import { instantsOf } from '../../text/zonedTime.ts';
import { matchingLogs } from '../filter/matchingLogs.ts';

/** Milliseconds between reads. */
const EVERY = 5_000;
/** Maximum time to wait, in milliseconds. */
export const LONGEST = 600_000;
/** Number of logs to read and compare: the maximum page size (section 8). */
const PER_PAGE = 100;
/** Maximum difference between the service's clock and this computer's, in milliseconds. */
const SKEW = 60_000;

interface Timing {
  /** Returns the current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How a wait ended: the new logs, or none, with the number of reads that succeeded and failed. */
export interface Waited {
  readonly found: readonly ListedLog[];
  /** True if the list has new logs, but not on its first page. */
  readonly isElsewhere: boolean;
  readonly reads: number;
  readonly failures: number;
}

/**
 * Reads the first page of a domain's list every `EVERY` milliseconds until it contains a new log, for at most `LONGEST`
 * milliseconds. Continues after a temporary fault, which is reported. Rejects with any other fault, or once `signal` is
 * aborted.
 */
export async function readUntilNew(
  app: Pick<App, 'services' | 'filters' | 'lists' | 'zone'>,
  domain: DomainRef,
  signal: AbortSignal,
  report: (message: string) => void,
  { now, delay }: Timing = { now: Date.now, delay: abortableDelay },
): Promise<Waited> {
  const { services, filters } = app;
  const filter = filters.filter(domain);
  const names = services.conventions(domain.connectionId);
  const service = await services.of(domain.connectionId);
  const started = now();
  const known = new Set(app.lists.loadedLogs(domain).map(({ key }) => logId(key)));
  let [reads, failures, total] = [0, 0, Number.POSITIVE_INFINITY];

  /** Returns the logs on a page that are new since the wait began. */
  const newOn = (page: readonly ListedLog[], hasGrown: boolean): ListedLog[] => {
    const isUnknown = ({ key }: ListedLog) => !known.has(logId(key));
    if (reads === 0) {
      // If earlier reads failed, the time shows which logs have arrived in the meantime.
      const zone = app.zone(domain) ?? 'UTC';
      const isRecent = ({ row }: ListedLog) =>
        instantsOf(row.time ?? '', zone)?.some((time) => time >= started - SKEW) === true;
      return failures === 0 ? [] : page.filter((log) => isUnknown(log) && isRecent(log));
    }
    // Logs below the last known one might be old ones that moved up from the second page.
    const lastKnown = page.findLastIndex((log) => !isUnknown(log));
    return (hasGrown || lastKnown < 0 ? page : page.slice(0, lastKnown)).filter(isUnknown);
  };

  for (;;) {
    const read = now();
    let wait = EVERY;
    let problem = '';
    try {
      const request = { page: 1, perPage: PER_PAGE };
      const page = await service.logs(domain.index, request, filter, { signal, once: true });
      if (signal.aborted) throw abortFault(signal);
      const logs = matchingLogs(page.items, filter, names).logs.slice(0, PER_PAGE);
      const newTotal = page.isTotalKnown === false ? Number.POSITIVE_INFINITY : page.total;
      const hasGrown = newTotal < Number.POSITIVE_INFINITY && newTotal > total;
      const found = newOn(logs, hasGrown);
      reads++;
      if (found.length > 0 || hasGrown) return { found, isElsewhere: found.length === 0, reads, failures };
      for (const { key } of logs) known.add(logId(key));
      total = newTotal;
    } catch (fault) {
      if (signal.aborted || !isServiceError(fault) || !isPassing(fault)) throw fault;
      failures++;
      wait = Math.max(EVERY, 1_000 * (fault.facts.retryAfter ?? 0));
      problem = t('The last read failed: {0}', asLabel(describeFault(fault, local).headline));
    }
    const left = LONGEST - (read + wait - started);
    if (left < 0) return { found: [], isElsewhere: false, reads, failures };
    report(sentences(clock(left), problem));
    await delay(Math.max(0, read + wait - now()), signal);
  }
}

function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return t('{0} left', `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
}
