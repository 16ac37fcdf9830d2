import type { DomainRef } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { domainOf, targetId } from '../connections/logTarget.ts';
import { valueSize } from '../service/answers/valueSize.ts';
import type { LogService } from '../service/api.ts';
import type { DetectionLog } from '../service/model.ts';

/** The size of the cache of opened logs, in UTF-16 units; a log never changes. */
const BUDGET = 32 * 1024 * 1024;
const MOST_LOGS = 500;
/** The units that a value takes beside its text. */
const UNITS_PER_VALUE = 32;

/** Detection logs by target: each is asked for once, and the latest opened are kept within a budget. */
export class Logs {
  readonly #serviceOf: (connectionId: string) => Promise<LogService>;
  readonly #onZone: (domain: DomainRef, zone: string) => void;
  /** The logs in order of use, oldest first. */
  readonly #kept = new Map<string, { readonly log: DetectionLog; readonly size: number }>();
  #size = 0;

  /** @param onZone called with the `timezone` of each answer */
  constructor(
    serviceOf: (connectionId: string) => Promise<LogService>,
    onZone: (domain: DomainRef, zone: string) => void = () => {},
  ) {
    this.#serviceOf = serviceOf;
    this.#onZone = onZone;
  }

  /** Rejects with a `ServiceError`. Opening a log again asks nothing. */
  async get(target: LogTarget, signal?: AbortSignal): Promise<DetectionLog> {
    const id = targetId(target);
    const kept = this.#kept.get(id);
    if (kept) {
      this.#kept.delete(id);
      this.#kept.set(id, kept);
      return kept.log;
    }
    const service = await this.#serviceOf(target.connectionId);
    const log = await service.log(target.key, signal ? { signal } : {});
    this.#keep(id, log);
    this.#onZone(domainOf(target), log.timeZone);
    return log;
  }

  /** Forgets every log: after a change of key or conventions. */
  clear(): void {
    this.#kept.clear();
    this.#size = 0;
  }

  #keep(id: string, log: DetectionLog): void {
    this.#forget(id);
    const size = valueSize(log, BUDGET, UNITS_PER_VALUE);
    this.#kept.set(id, { log, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if ((this.#size <= BUDGET && this.#kept.size <= MOST_LOGS) || oldest === id) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#size -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
