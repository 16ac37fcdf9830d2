/**
 * Rows that tools have found in searches. When a log is redacted, information about the detection in its row helps keep
 * the attack itself unredacted.
 */
import { NewestMap } from '../base/newestMap.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { LogRow } from '../service/model.ts';

/** Maximum number of rows to keep; the most recently found are kept. */
const MOST_ROWS = 500;
/** Maximum total size, in UTF-16 units, of all kept rows, including a fixed amount for each value. */
const MOST_UNITS = 8 * 1024 * 1024;

export class FoundRows {
  readonly #kept = new NewestMap<LogRow>(MOST_ROWS, MOST_UNITS);

  /**
   * Returns a log's row if a search found it; otherwise, undefined. Omits the row's raw data, which the log also
   * contains.
   */
  get(target: LogTarget): LogRow | undefined {
    return this.#kept.get(targetId(target));
  }

  /** Forgets all rows after a change of connection, key, or conventions. */
  clear(): void {
    this.#kept.clear();
  }

  add(target: LogTarget, { rawData: _, ...row }: LogRow): void {
    this.#kept.set(targetId(target), row);
  }
}
