/** Finds the JSON of each log in a file, chunk by chunk. Never needs more memory than the longest log. */

import type { FileReader } from './fileSource.ts';

/** Maximum size, in bytes, of a log that can be read. */
export const LONGEST_LOG = 64 * 1024 * 1024;
/** Number of bytes to read at once. */
const CHUNK = 64 * 1024;

/** The JSON of a log. */
export interface RawLog {
  readonly offset: number;
  readonly length: number;
  /** The line of the file that contains the log, 1-based. */
  readonly line: number;
  /** Undefined if the log is longer than `LONGEST_LOG`. */
  readonly bytes: Buffer | undefined;
}

/** Yields the logs of a file, chunk by chunk. */
export async function* rawLogs(
  reader: FileReader,
  size: number,
): AsyncGenerator<{ readonly logs: readonly RawLog[]; readonly bytes: number }, void, undefined> {
  const scanner = new LineScanner();
  for (let offset = 0; offset < size; offset += CHUNK) {
    const chunk = await reader.read(offset, Math.min(CHUNK, size - offset));
    scanner.feed(chunk, offset);
    yield { logs: scanner.taken(), bytes: offset + chunk.length };
  }
  scanner.end();
  yield { logs: scanner.taken(), bytes: size };
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Collects the bytes of each line that is not empty, across chunks. */
class LineScanner {
  #logs: RawLog[] = [];
  #line = 1;
  #isOpen = false;
  #offset = 0;
  #parts: Buffer[] = [];
  #length = 0;

  feed(chunk: Buffer, offset: number): void {
    for (let start = 0; start < chunk.length; ) {
      const byte = chunk[start];
      if (!this.#isOpen && (byte === NEWLINE || byte === RETURN)) {
        if (byte === NEWLINE) this.#line++;
        start++;
        continue;
      }
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline < 0 ? chunk.length : newline;
      if (!this.#isOpen) [this.#isOpen, this.#offset] = [true, offset + start];
      this.#append(chunk.subarray(start, end));
      if (newline >= 0) {
        this.end();
        this.#line++;
      }
      start = end + 1;
    }
  }

  /** Ends the current line, if any. */
  end(): void {
    if (!this.#isOpen) return;
    const bytes = this.#length > LONGEST_LOG ? undefined : Buffer.concat(this.#parts);
    this.#logs.push({ offset: this.#offset, length: this.#length, line: this.#line, bytes });
    [this.#isOpen, this.#parts, this.#length] = [false, [], 0];
  }

  taken(): readonly RawLog[] {
    const logs = this.#logs;
    this.#logs = [];
    return logs;
  }

  #append(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= LONGEST_LOG) this.#parts.push(part);
    else this.#parts = [];
  }
}
