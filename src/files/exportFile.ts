/** The bytes and lines of a file of exported logs. */
import { constants, open, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { abortFault } from '../base/abort.ts';
import { ServiceError } from '../base/errors.ts';
import { type Message, message } from '../text/l10n.ts';

/** A file that stays closed between reads. */
export interface ExportFile {
  readonly size: number;
  /** @throws ServiceError `file-unreadable`, also if the file was changed after it was opened */
  read(offset: number, length: number): Promise<Buffer>;
}

/** A line that is not empty. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  readonly json: string;
}

/** Maximum length, in MiB, of a line. */
export const LONGEST_LINE = 64;
/** Number of bytes to read at once. */
const CHUNK = 256 * 1024;
/** Milliseconds to work before other tasks get a turn. */
const TURN = 10;
const NEWLINE = 0x0a;

/**
 * Returns a local file by its path, or the content of any other file.
 * @throws ServiceError `file-unreadable`
 */
export async function exportFile(source: string | Uint8Array): Promise<ExportFile> {
  if (typeof source !== 'string') {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
  }
  const opened = await stat(source).catch(failed);
  const read = async (offset: number, length: number) => {
    // Without O_NONBLOCK, opening a pipe would block the thread until there is a writer.
    const handle = await open(source, constants.O_RDONLY | constants.O_NONBLOCK).catch(failed);
    try {
      const { size, mtimeMs } = await handle.stat();
      const buffer = Buffer.allocUnsafeSlow(length);
      const isSame = size === opened.size && mtimeMs === opened.mtimeMs;
      const { bytesRead } = isSame ? await handle.read(buffer, 0, length, offset).catch(failed) : {};
      if (bytesRead !== length) throw new ServiceError('file-unreadable', 'The file was changed.');
      return buffer;
    } finally {
      await handle.close();
    }
  };
  return { size: opened.size, read };
}

function failed(error: NodeJS.ErrnoException): never {
  throw new ServiceError('file-unreadable', error.message, { systemCode: error.code ?? '' });
}

/** Returns the fault for a file with unsuitable content. */
export function unreadable(found: Message): ServiceError {
  return new ServiceError('file-unreadable', 'The file cannot be read.', { found });
}

/**
 * Yields the lines of a file that are not empty. Gives other tasks a turn every 10 ms.
 * @param onProgress receives the fraction of the file read so far, from 0 to 1
 * @throws ServiceError like `ExportFile.read`; `cancelled` or the reason `signal` was aborted
 */
export async function* linesOf(
  file: ExportFile,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): AsyncGenerator<Line, void, undefined> {
  let line = { number: 1, offset: 0, length: 0 };
  let parts: Buffer[] = [];
  let turn = performance.now();
  for (let at = 0; at < file.size; at += CHUNK) {
    onProgress(at / file.size);
    const isLast = at + CHUNK >= file.size;
    const chunk = await file.read(at, Math.min(CHUNK, file.size - at));
    for (let from = 0, end = 0; end >= 0; from = end + 1) {
      end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? undefined : end);
      line.length += part.length;
      if (line.length > LONGEST_LINE * 1024 * 1024)
        throw unreadable(message('line {0} with more than {1} MiB', line.number, LONGEST_LINE));
      parts.push(part);
      if (performance.now() - turn > TURN) {
        await setImmediate();
        turn = performance.now();
      }
      if (signal.aborted) throw abortFault(signal);
      if (end < 0 && !isLast) continue;
      // Trimming also removes a byte-order mark.
      const json = Buffer.concat(parts).toString().trim();
      if (json !== '') yield { ...line, json };
      line = { number: line.number + 1, offset: at + end + 1, length: 0 };
      parts = [];
    }
  }
}
