/**
 * Returns a sentence that says why a file could not be written and what to do; undefined for an error of another kind.
 */
export function describeFileFault(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return sentences[code] ?? (isSystemError(error) ? `The file could not be written (${code}).` : undefined);
}

const readOnly = 'The file or its folder is read-only. Choose another location, or allow writing to it.';
const gone = 'The folder does not exist. Choose another one.';

/** The sentences by the system's code, or the editor's for files that are not on this machine. */
const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose another location.',
  EDQUOT: 'Your disk quota is used up. Free some space, or choose another location.',
  EFBIG: 'The file would be larger than the disk allows. Choose another location, or export fewer logs.',
  ENOENT: gone,
  ENOTDIR: gone,
  FileNotFound: gone,
  EACCES: readOnly,
  EPERM:
    'Writing is not allowed, or another program has the file open. Close it there, or choose another location.',
  EROFS: readOnly,
  NoPermissions: readOnly,
  EISDIR: 'A folder has this name. Choose another name.',
  NOT_A_FILE: 'A device, pipe or socket has this name, not a file. Choose another name.',
  DANGLING_LINK:
    'This name is a link to a file that does not exist. Choose the name of that file, or delete the link.',
  FileIsADirectory: 'A folder has this name. Choose another name.',
  EBUSY: 'Another program has the file open. Close it there, or choose another name.',
  ENAMETOOLONG: 'The name is too long. Choose a shorter one.',
  EIO: 'The disk reported an error. Choose another location.',
  Unavailable: 'The location cannot be reached. Choose another one.',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
