/** A file of exported logs that is read in another thread. */

import type { LogService } from '../service/api.ts';
import { FileIndex, type FileKind, type IndexBatch } from './fileIndex.ts';
import { FileService } from './fileService.ts';
import type { FileSource } from './fileSource.ts';

/** The data with which another thread reads a file. */
export interface FileAccess {
  readonly file: { readonly source: FileSource; readonly kind: FileKind; readonly index: IndexBatch };
}

/** Returns the service of a file, which does everything on this thread. */
export function serviceOfFile({ file: { source, kind, index: whole } }: FileAccess): LogService {
  const index = new FileIndex(kind);
  index.add(whole);
  index.complete();
  return new FileService({ source, index, ending: new AbortController().signal });
}
