import type { LogTarget } from '../connections/logTarget.ts';
import { targetId } from '../connections/logTarget.ts';
import type { LogService } from '../service/api.ts';
import type { DetectionLog } from '../service/model.ts';

/** How much of opened logs is kept, in UTF-16 units of their raw data; a log never changes. */
const BUDGET = 32 * 1024 * 1024;

/** Detection logs by target: each is asked for once, and the latest opened are kept within a budget. */
export class Logs {
  readonly #serviceOf: (connectionId: string) => Promise<LogService>;
  /** In order of use, oldest first. */
  readonly #kept = new Map<string, DetectionLog>();
  #size = 0;

  constructor(serviceOf: (connectionId: string) => Promise<LogService>) {
    this.#serviceOf = serviceOf;
  }

  /** Rejects with a `ServiceError`. Opening a log again asks nothing. */
  async get(target: LogTarget, signal?: AbortSignal): Promise<DetectionLog> {
    const id = targetId(target);
    const kept = this.#kept.get(id);
    if (kept) {
      this.#kept.delete(id);
      this.#kept.set(id, kept);
      return kept;
    }
    const service = await this.#serviceOf(target.connectionId);
    const log = await service.log(target.key, signal ? { signal } : {});
    this.#keep(id, log);
    return log;
  }

  /** Forgets every log: after a change of key or conventions. */
  clear(): void {
    this.#kept.clear();
    this.#size = 0;
  }

  #keep(id: string, log: DetectionLog): void {
    const known = this.#kept.get(id);
    if (known) this.#size -= known.rawData.length;
    this.#kept.delete(id);
    this.#kept.set(id, log);
    this.#size += log.rawData.length;
    for (const [oldest, { rawData }] of this.#kept) {
      if (this.#size <= BUDGET || oldest === id) break;
      this.#kept.delete(oldest);
      this.#size -= rawData.length;
    }
  }
}
