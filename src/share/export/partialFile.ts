/** Writes local files, which get their names only once they are complete. */
import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Number of bytes to collect in a single buffer before writing. If strings were collected instead, they would stay in
 * memory for a long time.
 */
const BUFFER = 256 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const MOST_BYTES = 3;

/** A file that is being written. */
export class PartialFile {
  /** Number of bytes written to disk so far. */
  bytes = 0;
  readonly #handle: FileHandle;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER);
  #buffered = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async write(text: string): Promise<void> {
    const most = text.length * MOST_BYTES;
    if (most > BUFFER - this.#buffered) await this.flush();
    if (most > BUFFER) await this.#append(Buffer.from(text));
    else this.#buffered += this.#buffer.write(text, this.#buffered);
  }

  async flush(): Promise<void> {
    await this.#append(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  async #append(data: Buffer): Promise<void> {
    await this.#handle.writeFile(data);
    this.bytes += data.byteLength;
  }
}

/**
 * Runs `write` on a new file next to the target, and then replaces the target with that file. Until then, the target is
 * unchanged. If anything fails, no temporary file remains. For a symbolic link, the file it points to is replaced and
 * the link is kept.
 * @returns the number of bytes in the file
 * @throws any error that `write` throws, a system error, or an error with the code `NOT_A_FILE` or `DANGLING_LINK`
 */
export async function writeLocalFile(
  target: string,
  write: (file: PartialFile) => Promise<void>,
): Promise<number> {
  const real = await realpath(target).catch(ifMissing(target));
  const mode = await modeOf(real);
  if (mode !== undefined && (mode & 0o222) === 0) throw systemError('EACCES', 'The target is read-only.');
  if (mode !== undefined) await access(real, constants.W_OK);
  const temporary = path.join(path.dirname(real), partialName());
  const handle = await open(temporary, 'wx', mode ?? 0o666);
  const file = new PartialFile(handle);
  try {
    await write(file);
    await file.flush();
    await handle.sync();
    await handle.close();
    await modeOf(real);
    await rename(temporary, real);
    return file.bytes;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Returns the target's permissions, or undefined if it does not exist. Throws an error if it is not a regular file,
 * because only regular files can be replaced. Does not follow links.
 */
async function modeOf(target: string): Promise<number | undefined> {
  const existing = await lstat(target).catch(ifMissing(undefined));
  if (existing === undefined) return undefined;
  if (existing.isDirectory()) throw systemError('EISDIR', 'The target is a folder.');
  if (existing.isSymbolicLink()) throw systemError('DANGLING_LINK', 'The target is a link to nothing.');
  if (!existing.isFile()) throw systemError('NOT_A_FILE', 'The target is a device, pipe or socket.');
  return existing.mode & 0o777;
}

function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
}

export function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Returns a unique name for a temporary file. */
export function partialName(): string {
  return `.partner-logs-${randomBytes(6).toString('hex')}.partial`;
}
