/** The bytes of a file, read on demand from a local file or kept in memory if only the editor can read the file. */

import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { ServiceError } from '../base/errors.ts';
import { message } from '../text/l10n.ts';

/** Plain data that can be posted to a thread. */
export type FileSource =
  | { readonly path: string; readonly size: number; readonly modified: number }
  | { readonly bytes: Uint8Array };

/**
 * Returns the source for a local file, with the file's current size and modification time.
 * @throws ServiceError `file-unreadable`
 */
export async function localSource(path: string): Promise<FileSource> {
  const facts = await stat(path).catch(unreadable);
  if (!facts.isFile())
    throw new ServiceError('file-unreadable', 'Not a file.', { found: message('a folder or a device') });
  return { path, size: facts.size, modified: facts.mtimeMs };
}

export function sizeOf(source: FileSource): number {
  return 'bytes' in source ? source.bytes.byteLength : source.size;
}

export class FileReader {
  readonly #source: FileSource;
  readonly #handle: FileHandle | undefined;

  private constructor(source: FileSource, handle: FileHandle | undefined) {
    this.#source = source;
    this.#handle = handle;
  }

  /**
   * Opens a file, runs `work` on it, and closes it. @throws ServiceError `file-unreadable`; `file-changed` if it
   * differs from `source`
   */
  static async use<T>(source: FileSource, work: (reader: FileReader) => Promise<T>): Promise<T> {
    if ('bytes' in source) return work(new FileReader(source, undefined));
    // Without O_NONBLOCK, opening a pipe would block the thread until there is a writer.
    const handle = await open(source.path, constants.O_RDONLY | constants.O_NONBLOCK).catch(unreadable);
    try {
      const { size, mtimeMs } = await handle.stat();
      if (size !== source.size || mtimeMs !== source.modified) throw changed();
      return await work(new FileReader(source, handle));
    } finally {
      await handle.close();
    }
  }

  /** Reads bytes from the file. @throws ServiceError like `use` */
  async read(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(length);
    if ('bytes' in this.#source) {
      buffer.set(this.#source.bytes.subarray(offset, offset + length));
      return buffer;
    }
    let filled = 0;
    while (filled < length) {
      const result = await this.#handle
        ?.read(buffer, filled, length - filled, offset + filled)
        .catch(unreadable);
      if (!result?.bytesRead) throw changed();
      filled += result.bytesRead;
    }
    return buffer;
  }
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new ServiceError('file-unreadable', error.message, { systemCode: error.code ?? '' });
}

function changed(): ServiceError {
  return new ServiceError('file-changed', 'The file was changed after it was opened.');
}
