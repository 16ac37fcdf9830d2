/** A file that gets its final name only once it is complete. */
import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  type FileHandle,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rm,
} from 'node:fs/promises';
import path from 'node:path';

/**
 * Number of bytes to collect in a single buffer before writing. If strings were collected instead, they would stay in
 * memory for a long time.
 */
const BUFFER = 256 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const MOST_BYTES = 3;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Writes to a file next to the target and replaces the target with it at the end; until then, the target is unchanged.
 * Files left behind by killed processes are removed when a file is created in the same folder a day later.
 */
export class PartialFile {
  /** Number of bytes written so far. */
  bytes = 0;
  readonly #target: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER);
  #buffered = 0;

  private constructor(target: string, temporary: string, handle: FileHandle) {
    this.#target = target;
    this.#path = temporary;
    this.#handle = handle;
  }

  /**
   * @param target absolute path; for a symbolic link, the file it points to is replaced and the link is kept
   * @throws a system error if the folder does not exist or is not writable, or if the target is read-only; an error
   * with the code `NOT_A_FILE` or `DANGLING_LINK` if the target is not a regular file, because only regular files can
   * be replaced
   */
  static async create(target: string): Promise<PartialFile> {
    const real = await realpath(target).catch(ifMissing(target));
    const mode = (await modeOf(real)) ?? 0o666;
    if (mode & 0o222) await access(real, constants.W_OK).catch(ifMissing(undefined));
    else throw systemError('EACCES', 'The target is read-only.');
    const folder = path.dirname(real);
    await clearStale(folder);
    const temporary = path.join(folder, partialName());
    return new PartialFile(real, temporary, await open(temporary, 'wx', mode));
  }

  async write(text: string): Promise<void> {
    const most = text.length * MOST_BYTES;
    if (most > BUFFER - this.#buffered) await this.#flush();
    if (most > BUFFER) await this.#append(Buffer.from(text));
    else this.#buffered += this.#buffer.write(text, this.#buffered);
  }

  /** Flushes the remaining data to disk and replaces the target with the file. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
    const written = await this.#handle.stat({ bigint: true });
    await this.#handle.close();
    // In a shared folder, another program might have replaced either file.
    await modeOf(this.#target);
    const { ino, dev } = await lstat(this.#path, { bigint: true });
    if (ino !== written.ino || dev !== written.dev) throw systemError('REPLACED', 'The file was replaced.');
    await rename(this.#path, this.#target);
  }

  /** Removes the file and leaves the target unchanged. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#path, { force: true }).catch(() => {});
  }

  async #flush(): Promise<void> {
    await this.#append(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  async #append(data: Buffer): Promise<void> {
    await this.#handle.writeFile(data);
    this.bytes += data.byteLength;
  }
}

/**
 * Returns the target's permissions, or undefined if it does not exist. Throws an error if it is not a regular file.
 * Does not follow links.
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

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Returns a unique name for a temporary file. */
export function partialName(): string {
  return `.partner-logs-${randomBytes(6).toString('hex')}.partial`;
}

const PARTIAL = /^\.partner-logs-[\da-f]{12}\.partial$/;

/** Removes partial files that have not been written to for a day. Files that cannot be listed or removed are kept. */
async function clearStale(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!PARTIAL.test(name)) continue;
    const file = path.join(folder, name);
    const stats = await lstat(file).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > DAY) await rm(file, { force: true }).catch(() => {});
  }
}
