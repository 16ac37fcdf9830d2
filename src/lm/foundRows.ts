/**
 * The rows that the tools found in searches. The detection facts in a row allow the redaction of its log to preserve
 * the attack.
 */
import { UNITS_PER_VALUE, valueSize } from '../base/valueSize.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { LogRow } from '../service/model.ts';

/** Maximum number of rows to keep; the most recently found are kept. */
const MOST_ROWS = 500;
/** Maximum total size, in UTF-16 units, of all kept rows, including a fixed amount for each value. */
const MOST_UNITS = 8 * 1024 * 1024;

export class FoundRows {
  /** The rows in the order they were found. */
  readonly #kept = new Map<string, { readonly row: LogRow; readonly size: number }>();
  #size = 0;

  /** Returns the row of a log without its raw data, which the log also contains, or undefined if no search found it. */
  get(target: LogTarget): LogRow | undefined {
    return this.#kept.get(targetId(target))?.row;
  }

  /** Forgets all rows after a change of connection, key, or conventions. */
  clear(): void {
    this.#kept.clear();
    this.#size = 0;
  }

  add(target: LogTarget, { rawData, ...row }: LogRow): void {
    const id = targetId(target);
    this.#forget(id);
    const size = valueSize(row, MOST_UNITS, UNITS_PER_VALUE);
    this.#kept.set(id, { row, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if ((this.#kept.size <= MOST_ROWS && this.#size <= MOST_UNITS) || oldest === id) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#size -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
