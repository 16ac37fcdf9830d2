/** The bytes and lines of a file of exported logs. */
import { constants, open, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { abortFault } from '../base/abort.ts';
import { ServiceError } from '../base/errors.ts';
import { message } from '../text/l10n.ts';

/** A file that stays closed between reads. */
export interface ExportFile {
  readonly size: number;
  /** @throws ServiceError `file-unreadable`, also if the file was changed after it was opened */
  read(offset: number, length: number): Promise<Buffer>;
}

/** A line, without its end. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  /** Undefined if the line is longer than `LONGEST_LINE`. */
  readonly bytes: Buffer | undefined;
}

/** Maximum length, in bytes, of a line that can be read. */
export const LONGEST_LINE = 64 * 1024 * 1024;
/** Number of bytes to read at once. */
const CHUNK = 256 * 1024;
/** Milliseconds to work before other tasks get a turn. */
const TURN = 10;
const NEWLINE = 0x0a;

/** Returns a local file. @throws ServiceError `file-unreadable` */
export async function localFile(path: string): Promise<ExportFile> {
  const opened = await stat(path).catch(unreadable);
  if (!opened.isFile())
    throw new ServiceError('file-unreadable', 'Not a file.', { found: message('a folder or a device') });
  const read = async (offset: number, length: number) => {
    // Without O_NONBLOCK, opening a pipe would block the thread until there is a writer.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(unreadable);
    try {
      const { size, mtimeMs } = await handle.stat();
      const buffer = Buffer.allocUnsafeSlow(length);
      const isSame = size === opened.size && mtimeMs === opened.mtimeMs;
      const { bytesRead } = isSame ? await handle.read(buffer, 0, length, offset).catch(unreadable) : {};
      if (bytesRead !== length) throw new ServiceError('file-unreadable', 'The file was changed.');
      return buffer;
    } finally {
      await handle.close();
    }
  };
  return { size: opened.size, read };
}

/** Returns a file whose content is in memory. */
export function fileInMemory(content: Uint8Array): ExportFile {
  const { buffer, byteOffset, byteLength } = content;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const read = async (offset: number, length: number) => {
    await setImmediate();
    return bytes.subarray(offset, offset + length);
  };
  return { size: byteLength, read };
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new ServiceError('file-unreadable', error.message, { systemCode: error.code ?? '' });
}

/**
 * Yields the lines of a file. Gives other tasks a turn every 10 ms.
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
  const taken = () => ({ ...line, bytes: line.length > LONGEST_LINE ? undefined : Buffer.concat(parts) });
  for (let at = 0; at < file.size; at += CHUNK) {
    onProgress(at / file.size);
    const chunk = await file.read(at, Math.min(CHUNK, file.size - at));
    for (let from = 0, end = 0; end >= 0; from = end + 1) {
      end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? undefined : end);
      line.length += part.length;
      if (line.length <= LONGEST_LINE) parts.push(part);
      else parts = [];
      if (performance.now() - turn > TURN) {
        await setImmediate();
        turn = performance.now();
      }
      if (signal.aborted) throw abortFault(signal);
      if (end < 0) break;
      yield taken();
      line = { number: line.number + 1, offset: at + end + 1, length: 0 };
      parts = [];
    }
  }
  if (line.length > 0) yield taken();
}
