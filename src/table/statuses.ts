/** The response statuses of logged requests. Lists do not contain them, so the full log is read for each status. */
import { IN_BACKGROUND, inOrder } from '../base/concurrency.ts';
import { isServiceError } from '../base/errors.ts';
import { NewestMap } from '../base/newestMap.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { DetectionLog } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { MOST_ROWS } from './lines.ts';

/** Maximum number of logs to read per command. */
export const MOST_READ = 200;

export class Statuses {
  /** The statuses by log ID, oldest first; 0 for a log without a status and for one that no longer exists. */
  readonly #kept = new NewestMap<{ readonly code: number; readonly ending: LogTarget['ending'] }>(MOST_ROWS);

  /** Returns a log's status, or undefined if it has not been read or was not sent. */
  of(target: LogTarget): string | undefined {
    const code = this.#codeOf(target);
    return code ? String(code) : undefined;
  }

  /**
   * Reads the statuses of up to 200 logs, a few at a time, except those already read. Statuses that were read before a
   * failure are kept.
   * @param report called with the completed fraction, from 0 to 1
   * @throws ServiceError if a log cannot be read, unless it no longer exists
   */
  async read(
    wanted: readonly LogTarget[],
    logs: { get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog> },
    signal: AbortSignal,
    report: (share: number) => void,
  ): Promise<void> {
    const unknown = wanted.filter((log) => this.#codeOf(log) === undefined).slice(0, MOST_READ);
    const read = async (target: LogTarget) => {
      let code = 0;
      try {
        code = (await logs.get(target, signal)).responseCode;
      } catch (fault) {
        if (!isServiceError(fault, 'not-found')) throw fault;
      }
      this.#kept.set(targetId(target), { code, ending: target.ending });
    };
    let done = 0;
    for await (const _ of inOrder(unknown, IN_BACKGROUND, read)) report(++done / unknown.length);
  }

  /** Describes how many of the logs have a known status after `read`. */
  describe(wanted: readonly LogTarget[]): string {
    const read = wanted.filter((log) => this.of(log) !== undefined).length;
    if (wanted.length <= MOST_READ) return t('{0} of {1} statuses read.', read, wanted.length);
    return t('{0} of {1} statuses read. At most {2} can be read at once.', read, wanted.length, MOST_READ);
  }

  #codeOf(target: LogTarget): number | undefined {
    const kept = this.#kept.get(targetId(target));
    return kept?.ending?.aborted ? undefined : kept?.code;
  }
}
