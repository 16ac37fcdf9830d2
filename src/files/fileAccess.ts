/** Gives another thread access to a file of exported logs. */

import type { LogService } from '../service/api.ts';
import { FileIndex, type FileKind, type IndexBatch } from './fileIndex.ts';
import { FileService } from './fileService.ts';
import type { FileSource } from './fileSource.ts';

/** The data another thread needs to read a file. */
export interface FileAccess {
  readonly file: { readonly source: FileSource; readonly kind: FileKind; readonly index: IndexBatch };
}

/** Returns a service for the file that does all its work on this thread. */
export function serviceOfFile({ file: { source, kind, index: whole } }: FileAccess): LogService {
  const index = new FileIndex(kind);
  index.add(whole);
  index.complete();
  return new FileService({ source, index, ending: new AbortController().signal });
}
