import { NewestMap } from '../base/newestMap.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { checkCurrent, domainOf, type LogTarget, targetId } from '../connections/logTarget.ts';
import type { Services } from '../connections/services.ts';
import type { DetectionLog } from '../service/model.ts';

/**
 * Maximum size of the cache of opened logs, in UTF-16 units. Cached logs never become outdated, because logs never
 * change.
 */
const BUDGET = 32 * 1024 * 1024;
const MOST_LOGS = 500;

/**
 * Detection logs by target. Each log is requested once, and the most recently opened logs are kept, up to a maximum
 * size and number.
 */
export class Logs {
  readonly #services: Pick<Services, 'of' | 'ending'>;
  readonly #onZone: (domain: DomainRef, zone: string) => void;
  /** The logs in order of use, least recently used first. */
  readonly #kept = new NewestMap<{ log: DetectionLog; connectionId: string }>(MOST_LOGS, BUDGET);

  /** @param onZone called with the `timezone` of each response */
  constructor(services: Pick<Services, 'of' | 'ending'>, onZone: (domain: DomainRef, zone: string) => void) {
    this.#services = services;
    this.#onZone = onZone;
  }

  /** Returns a target bound to the service that it was read from, or to its connection's current service if unbound. */
  bound(target: LogTarget): LogTarget {
    // Also for a bound target, because this can end the service of a connection that another window has removed.
    const ending = this.#services.ending(target.connectionId);
    return target.ending ? target : { ...target, ending };
  }

  /** Returns a target bound to the current service of its connection, without any data read from another service. */
  current(target: LogTarget): LogTarget {
    const { connectionId, key, ending } = target;
    return this.bound(ending?.aborted ? { connectionId, key } : target);
  }

  /**
   * Returns the log of a target; sends no request for a log that was opened before. Rejects with a `ServiceError`, such
   * as `connection-changed` or `connection-removed` if the target was displayed but is now outdated.
   */
  async get(given: LogTarget, signal?: AbortSignal): Promise<DetectionLog> {
    const target = this.bound(given);
    checkCurrent(target);
    const { connectionId, key } = target;
    let log = this.kept(target);
    if (!log) {
      const service = await this.#services.of(connectionId);
      log = await service.log(key, signal ? { signal } : {});
      checkCurrent(target);
      this.#onZone(domainOf(target), log.timeZone);
    }
    this.#kept.set(targetId(target), { log, connectionId });
    return log;
  }

  /** Returns a log if it is cached; sends no request. */
  kept(target: LogTarget): DetectionLog | undefined {
    return this.#kept.get(targetId(target))?.log;
  }

  /** Drops the logs of these connections after their services ended. */
  forget(connectionIds: ReadonlySet<string>): void {
    for (const [id, { connectionId }] of this.#kept)
      if (connectionIds.has(connectionId)) this.#kept.delete(id);
  }
}
