/** The response statuses of logged requests. Lists do not contain them, so the full log is read for each status. */
import { isServiceError } from '../base/errors.ts';
import { IN_BACKGROUND, Limiter } from '../base/limiter.ts';
import { NewestMap } from '../base/newestMap.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { DetectionLog } from '../service/model.ts';
import { plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { MOST_ROWS } from './lines.ts';

/** Maximum number of logs to read per command. */
export const MOST_READ = 200;

export interface ReadStatusesOptions {
  readonly logs: { get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog> };
  readonly signal: AbortSignal;
  /** Called with the completed fraction, from 0 to 1. */
  readonly report: (share: number) => void;
}

/** The numbers of logs by what was read: a status, a log without a status, or that the log no longer exists. */
export type StatusesRead = Record<'read' | 'unsent' | 'gone', number>;

export class Statuses {
  /** The statuses by log ID, oldest first. */
  readonly #kept = new NewestMap<string>(MOST_ROWS);

  /** Returns a log's status, or undefined if it has not been read or was not sent. */
  of(target: LogTarget): string | undefined {
    return this.#kept.get(targetId(target));
  }

  /**
   * Reads the statuses of up to 200 logs, a few at a time, except those already read. Statuses that were read before a
   * failure are kept.
   * @throws ServiceError if a log cannot be read, unless it no longer exists
   */
  async read(
    logs: readonly LogTarget[],
    { logs: reader, signal, report }: ReadStatusesOptions,
  ): Promise<StatusesRead> {
    const limiter = new Limiter(IN_BACKGROUND);
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const wanted = logs.slice(0, MOST_READ);
    const unknown = wanted.filter((log) => this.of(log) === undefined);
    const counts = { read: wanted.length - unknown.length, unsent: 0, gone: 0 };
    let done = 0;
    const read = async (target: LogTarget) => {
      try {
        const { responseCode } = await reader.get(target, until);
        if (responseCode !== 0) this.#kept.set(targetId(target), String(responseCode));
        counts[responseCode === 0 ? 'unsent' : 'read']++;
      } catch (fault) {
        if (!isServiceError(fault, 'not-found')) throw fault;
        counts.gone++;
      }
      report(++done / unknown.length);
    };
    try {
      await Promise.all(unknown.map((target) => limiter.run(() => read(target), until)));
    } finally {
      failed.abort();
    }
    return counts;
  }

  clear(): void {
    this.#kept.clear();
  }
}

/** Describes what was read. @param selected the number of logs that the command applied to */
export function statusesText({ read, unsent, gone }: StatusesRead, selected: number): string {
  const parts = [
    plural(read, { one: '{0} status read.', other: '{0} statuses read.' }),
    unsent > 0 && plural(unsent, { one: '{0} log has no status.', other: '{0} logs have no status.' }),
    gone > 0 && plural(gone, { one: '{0} log no longer exists.', other: '{0} logs no longer exist.' }),
    selected > MOST_READ &&
      t('{0} more are selected. At most {1} can be read at once.', selected - MOST_READ, MOST_READ),
  ];
  return sentences(...parts.filter((part) => typeof part === 'string'));
}
