/** Writes local files whole or not at all, and explains why a file could not be written. */
import { randomBytes } from 'node:crypto';
import { access, constants, lstat, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { local, type Message, message, t } from '../text/l10n.ts';

/** The text of a file, in parts. */
export type TextParts = Iterable<string> | AsyncIterable<string>;

/** Milliseconds without a change after which a temporary file belongs to no running export. */
const LEFT_AFTER = 3_600_000;

/**
 * Writes text as UTF-8 to a new file next to the target, and then replaces the target with that file. Until then, the
 * target is unchanged. If anything fails, no temporary file remains; if the editor is killed, a later export to the folder
 * removes it. Keeps the permissions of an existing file. For a symbolic link, the file it points to is replaced and the
 * link is kept.
 * @throws any error of `text`, a system error, or an error with the code `NOT_A_FILE`
 */
export async function writeLocalFile(target: string, text: TextParts): Promise<void> {
  const real = await realpath(target).catch(() => target);
  const mode = await modeOf(real);
  const folder = path.dirname(real);
  await removeLeftovers(folder).catch(() => {});
  const temporary = path.join(folder, partialName());
  const handle = await open(temporary, 'wx', mode ?? 0o666);
  try {
    // The mode of a new file is reduced by the process's mask.
    if (mode !== undefined) await handle.chmod(mode);
    await writeFile(handle, text);
    await handle.sync();
    await handle.close();
    await rename(temporary, real);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Returns a file's permissions, or undefined if it does not exist. Rejects if it cannot be replaced. */
async function modeOf(target: string): Promise<number | undefined> {
  const existing = await lstat(target).catch(() => undefined);
  if (existing === undefined) return undefined;
  if (!existing.isFile()) throw notAFile();
  if ((existing.mode & 0o222) === 0) throw Object.assign(new Error('Read-only.'), { code: 'EACCES' });
  await access(target, constants.W_OK);
  return existing.mode & 0o777;
}

export function notAFile(): Error {
  return Object.assign(new Error('The target is not a regular file.'), { code: 'NOT_A_FILE' });
}

/** Returns a unique name for a temporary file. */
export function partialName(): string {
  return `.partner-logs-${randomBytes(6).toString('hex')}.partial`;
}

/** Removes the temporary files in a folder that were left behind when the editor was killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (
      /^\.partner-logs-[\da-f]{12}\.partial$/.test(name) &&
      (await lstat(file)).mtimeMs < Date.now() - LEFT_AFTER
    )
      await rm(file);
  }
}

/** The reasons by error code: the system's code for local files, and the editor's for remote ones. */
const REASONS: readonly (readonly [codes: RegExp, reason: Message])[] = [
  [/^(ENOSPC|EDQUOT)$/, message('The disk is full. Free some space, or choose another location.')],
  [/^(ENOENT|ENOTDIR|FileNotFound)$/, message('The folder does not exist. Choose another one.')],
  [
    /^(EACCES|EPERM|EROFS|EBUSY|NoPermissions)$/,
    message(
      'The file or its folder is read-only, or the file is open in another program. Close it there, or choose another location.',
    ),
  ],
  [
    /^NOT_A_FILE$/,
    message(
      'This name belongs to a folder, a device, or a link to a file that does not exist. Choose another name.',
    ),
  ],
];

/** Returns the reason why a file could not be written, and a next step. Returns undefined for other errors. */
export function describeFileFault(error: unknown): string | undefined {
  const { code = '', syscall, name } = error as NodeJS.ErrnoException;
  const known = REASONS.find(([codes]) => codes.test(code));
  if (known) return local(known[1]);
  const isOfFile = syscall !== undefined || name.includes('FileSystemError');
  return isOfFile ? t('The file could not be written ({0}).', code) : undefined;
}
