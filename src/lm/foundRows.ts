/** The rows that searches of the tools found: by what a row says of its detection, the log is redacted so that the attack stays. */
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { LogRow } from '../service/model.ts';

/** Rows that are kept, those found last. */
const MOST_ROWS = 500;

export class FoundRows {
  readonly #rows = new Map<string, LogRow>();

  /** The row of a log without its raw data, which the log has, too; undefined when no search found it. */
  get(target: LogTarget): LogRow | undefined {
    return this.#rows.get(targetId(target));
  }

  /** Forgets every row: after a change of connection, key or conventions. */
  clear(): void {
    this.#rows.clear();
  }

  add(target: LogTarget, { rawData, ...row }: LogRow): void {
    const id = targetId(target);
    this.#rows.delete(id);
    this.#rows.set(id, row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > MOST_ROWS && oldest !== undefined) this.#rows.delete(oldest);
  }
}
