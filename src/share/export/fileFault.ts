/** Why a file could not be written, in a sentence that says what to do; undefined for an error of another kind. */
export function describeFileFault(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return sentences[code] ?? (isSystemError(error) ? `The file could not be written (${code}).` : undefined);
}

const readOnly = 'The file or its folder is read-only. Choose another place, or allow writing to it.';
const gone = 'The folder is not there (any more). Choose another one.';

/** By the system's code, or the editor's for files that are not on this machine. */
const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room on it, or choose another place.',
  EDQUOT: 'Your share of the disk is used up. Make room on it, or choose another place.',
  EFBIG: 'The file would be larger than its disk allows. Choose another place, or export fewer logs.',
  ENOENT: gone,
  ENOTDIR: gone,
  FileNotFound: gone,
  EACCES: readOnly,
  EPERM:
    'Writing is not allowed, or another program has the file open. Close it there, or choose another place.',
  EROFS: readOnly,
  NoPermissions: readOnly,
  EISDIR: 'A folder has this name. Choose another name.',
  NOT_A_FILE: 'A device, pipe or socket has this name, not a file. Choose another name.',
  DANGLING_LINK:
    'This name is a link to a file that is not there. Choose the name of that file, or delete the link.',
  FileIsADirectory: 'A folder has this name. Choose another name.',
  EBUSY: 'Another program has the file open. Close it there, or choose another name.',
  ENAMETOOLONG: 'The name is too long. Choose a shorter one.',
  EIO: 'The disk failed. Choose another place.',
  Unavailable: 'The place cannot be reached. Choose another one.',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
