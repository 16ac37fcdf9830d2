/** Finds the JSON of each log in a file, chunk by chunk. Never needs more memory than the longest log. */

import type { FileKind } from './fileIndex.ts';
import type { FileReader } from './fileSource.ts';

/** Maximum size, in bytes, of a log that can be read. */
export const LONGEST_LOG = 64 * 1024 * 1024;
/** Number of bytes to read at once. */
const CHUNK = 64 * 1024;

/** The JSON of a log or of the facts about the export. */
export interface RawLog {
  readonly offset: number;
  readonly length: number;
  /** The line of the file where the log begins, 1-based. */
  readonly line: number;
  /** Undefined if the log is longer than `LONGEST_LOG`. */
  readonly bytes: Buffer | undefined;
  readonly isHead: boolean;
  /** True if the file ends in the middle of the log. */
  readonly isCut: boolean;
}

/** Yields the logs of a file, chunk by chunk. */
export async function* rawLogs(
  reader: FileReader,
  kind: FileKind,
  size: number,
): AsyncGenerator<{ readonly logs: readonly RawLog[]; readonly bytes: number }, void, undefined> {
  const scanner = kind === 'har' ? new HarScanner() : new LineScanner();
  for (let offset = 0; offset < size; offset += CHUNK) {
    const chunk = await reader.read(offset, Math.min(CHUNK, size - offset));
    scanner.feed(chunk, offset);
    yield { logs: scanner.taken(), bytes: offset + chunk.length };
  }
  scanner.end();
  yield { logs: scanner.taken(), bytes: size };
}

/** Collects the bytes between two positions in a file, across chunks. */
abstract class Scanner {
  protected line = 1;
  #logs: RawLog[] = [];
  #parts: Buffer[] = [];
  #length = 0;
  #offset = 0;
  #line = 1;
  #isHead = false;
  #isOpen = false;

  abstract feed(chunk: Buffer, offset: number): void;
  abstract end(): void;

  taken(): readonly RawLog[] {
    const logs = this.#logs;
    this.#logs = [];
    return logs;
  }

  protected get isOpen(): boolean {
    return this.#isOpen;
  }

  protected begin(offset: number, isHead = false): void {
    [this.#isOpen, this.#isHead, this.#offset, this.#line] = [true, isHead, offset, this.line];
    [this.#parts, this.#length] = [[], 0];
  }

  protected append(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= LONGEST_LOG) this.#parts.push(part);
    else this.#parts = [];
  }

  protected finish(isCut = false): void {
    const bytes = this.#length > LONGEST_LOG ? undefined : Buffer.concat(this.#parts);
    this.#logs.push({
      offset: this.#offset,
      length: this.#length,
      line: this.#line,
      bytes,
      isHead: this.#isHead,
      isCut,
    });
    [this.#isOpen, this.#parts] = [false, []];
  }
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COLON] = [0x5b, 0x5d, 0x7b, 0x7d, 0x3a];

/** Scans NDJSON files, which contain one log per line. */
class LineScanner extends Scanner {
  feed(chunk: Buffer, offset: number): void {
    for (let start = 0; start < chunk.length; ) {
      const byte = chunk[start];
      if (!this.isOpen && (byte === NEWLINE || byte === RETURN)) {
        if (byte === NEWLINE) this.line++;
        start++;
        continue;
      }
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline < 0 ? chunk.length : newline;
      if (!this.isOpen) this.begin(offset + start);
      this.append(chunk.subarray(start, end));
      if (newline >= 0) {
        this.finish();
        this.line++;
      }
      start = end + 1;
    }
  }

  end(): void {
    if (this.isOpen) this.finish();
  }
}

/** Maximum length, in UTF-16 units, of a HAR member name that is compared. */
const LONGEST_NAME = 32;

/** Scans HAR files for the members of `log.entries` and for the extension's additions next to them. */
class HarScanner extends Scanner {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #text = '';
  /** The member names around the current position, by depth. */
  readonly #names = ['', '', ''];

  feed(chunk: Buffer, offset: number): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInText = false;
        else if (this.#depth <= 2 && this.#text.length < LONGEST_NAME)
          this.#text += String.fromCharCode(byte ?? 0);
        continue;
      }
      switch (byte) {
        case QUOTE:
          [this.#isInText, this.#text] = [true, ''];
          break;
        case COLON:
          if (this.#depth <= 2) this.#names[this.#depth] = this.#text;
          break;
        case OPEN_OBJECT:
        case OPEN_LIST: {
          const isHead = this.#isAt(2, '_partnerLogs');
          if (isHead || this.#isAt(3, 'entries', '_failedLogs')) {
            this.begin(offset + at, isHead);
            start = at;
          }
          this.#depth++;
          break;
        }
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          this.#depth--;
          if (this.isOpen && (this.#depth === 2 || this.#isAt(3, 'entries', '_failedLogs'))) {
            this.append(chunk.subarray(start, at + 1));
            this.finish();
          }
          break;
        case NEWLINE:
          this.line++;
          break;
      }
    }
    if (this.isOpen) this.append(chunk.subarray(start));
  }

  end(): void {
    if (this.isOpen) this.finish(true);
  }

  #isAt(depth: number, ...names: readonly string[]): boolean {
    return this.#depth === depth && this.#names[1] === 'log' && names.includes(this.#names[2] ?? '');
  }
}
