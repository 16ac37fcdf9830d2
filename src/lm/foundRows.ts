/**
 * Rows that tools found in searches. When a log is redacted, the detection facts in its row help preserve the attack.
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

  /** Returns the row of a log without its raw data, which the log also contains, or undefined if no search found it. */
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
