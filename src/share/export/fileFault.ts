import { local, type Message, message, t } from '../../text/l10n.ts';

/**
 * Returns a message that explains why a file could not be written and suggests a solution, or undefined for other
 * errors.
 */
export function describeFileFault(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const sentence = sentences[code];
  if (sentence) return local(sentence);
  return isSystemError(error) ? t('The file could not be written ({0}).', code) : undefined;
}

const readOnly = message(
  'The file or its folder is read-only. Choose another location, or allow writing to it.',
);
const gone = message('The folder does not exist. Choose another one.');

/** The messages by error code: the system's code for local files, and the editor's for remote ones. */
const sentences: Readonly<Record<string, Message>> = {
  ENOSPC: message('The disk is full. Free some space, or choose another location.'),
  EDQUOT: message('Your disk quota is used up. Free some space, or choose another location.'),
  EFBIG: message(
    'The file would be larger than the disk allows. Choose another location, or export fewer logs.',
  ),
  ENOENT: gone,
  ENOTDIR: gone,
  FileNotFound: gone,
  EACCES: readOnly,
  EPERM: message(
    "The file can't be written, or it is open in another program. Close it in that program, or choose another location.",
  ),
  EROFS: readOnly,
  NoPermissions: readOnly,
  EISDIR: message('A folder with this name already exists. Choose another name.'),
  NOT_A_FILE: message('A device, pipe, or socket with this name already exists. Choose another name.'),
  DANGLING_LINK: message(
    'This name is a symbolic link to a file that does not exist. Choose the name of that file, or delete the link.',
  ),
  REPLACED: message('Another program replaced the file while it was being written. Choose another location.'),
  FileIsADirectory: message('A folder with this name already exists. Choose another name.'),
  EBUSY: message('The file is open in another program. Close it in that program, or choose another name.'),
  ENAMETOOLONG: message('The name is too long. Choose a shorter one.'),
  EIO: message('The disk reported an error. Choose another location.'),
  Unavailable: message('The location cannot be reached. Choose another one.'),
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
