/** The response statuses of logged requests. Lists do not contain them, so the full log is read for each status. */
import { isServiceError } from '../base/errors.ts';
import { IN_BACKGROUND, Limiter } from '../base/limiter.ts';
import { NewestMap } from '../base/newestMap.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { DetectionLog } from '../service/model.ts';
import { MOST_ROWS } from './entries.ts';

/** Maximum number of logs to read per command. */
export const MOST_READ = 200;

export interface ReadStatusesOptions {
  readonly logs: { get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog> };
  readonly signal: AbortSignal;
  /** Called with the completed fraction, from 0 to 1. */
  readonly report: (share: number) => void;
}

export class Statuses {
  /** The statuses by log ID, oldest first. */
  readonly #kept = new NewestMap<string>(MOST_ROWS);

  /** Returns a log's status, or undefined if it has not been read or was not sent. */
  of(target: LogTarget): string | undefined {
    return this.#kept.get(targetId(target));
  }

  /**
   * Reads the statuses of up to 200 logs, a few at a time. Skips logs whose status has already been read. Returns the
   * number of logs that no longer exist. Statuses that were read before a failure are kept.
   * @throws ServiceError if a log cannot be read for any other reason
   */
  async read(
    logs: readonly LogTarget[],
    { logs: reader, signal, report }: ReadStatusesOptions,
  ): Promise<number> {
    const limiter = new Limiter(IN_BACKGROUND);
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const wanted = logs.slice(0, MOST_READ).filter((log) => this.of(log) === undefined);
    let [done, gone] = [0, 0];
    const read = async (target: LogTarget) => {
      try {
        this.#keep(target, await reader.get(target, until));
      } catch (fault) {
        if (!isServiceError(fault, 'not-found')) throw fault;
        gone++;
      }
      report(++done / wanted.length);
    };
    const reads = wanted.map((target) => limiter.run(() => read(target), until));
    try {
      await Promise.all(reads);
    } finally {
      failed.abort();
    }
    return gone;
  }

  clear(): void {
    this.#kept.clear();
  }

  #keep(target: LogTarget, { responseCode }: DetectionLog): void {
    if (responseCode !== 0) this.#kept.set(targetId(target), String(responseCode));
  }
}
