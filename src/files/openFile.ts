/** Opens and indexes a file of exported logs. */

import { isServiceError, ServiceError } from '../base/errors.ts';
import { type Message, message } from '../text/l10n.ts';
import { FileIndex } from './fileIndex.ts';
import { fileJob } from './fileJobs.ts';
import { BYTES_HERE, FileService, type FileServiceOptions } from './fileService.ts';
import { FileReader, type FileSource, sizeOf } from './fileSource.ts';

export { localSource } from './fileSource.ts';

/** Number of bytes to read to detect files in other formats. */
const START = 4096;

export interface OpenedFile {
  readonly source: FileSource;
  readonly index: FileIndex;
  readonly service: FileService;
  /** Settles when the index is complete. */
  readonly indexed: Promise<void>;
}

/**
 * Opens a file. Its first logs can be read before the index is complete.
 * @throws ServiceError `file-unreadable` for a CSV file or UTF-16 text, `file-changed`; `indexed` rejects with
 * `file-unreadable` for any other file without exported logs
 */
export async function openFile(options: Omit<FileServiceOptions, 'index'>): Promise<OpenedFile> {
  const { source, ending, workerFile, withProgress = (work) => work(ending, () => {}) } = options;
  await checkFormat(source);
  const index = new FileIndex();
  const failed = new AbortController();
  const size = sizeOf(source);
  const indexing = withProgress((cancelled, report) =>
    fileJob(
      {
        name: 'index',
        request: { source },
        signal: AbortSignal.any([ending, cancelled]),
        onMessage: (batch) => {
          index.add(batch);
          report(batch.bytes / size);
        },
      },
      size > BYTES_HERE ? workerFile : undefined,
    ),
  );
  const indexed = indexing.then(
    () => index.complete(),
    (error) => {
      failed.abort(isServiceError(error) ? error : new ServiceError('file-unreadable', String(error)));
      throw error;
    },
  );
  indexed.catch(() => {});
  const service = new FileService({ ...options, index, ending: AbortSignal.any([ending, failed.signal]) });
  return { source, index, service, indexed };
}

async function checkFormat(source: FileSource): Promise<void> {
  const length = Math.min(START, sizeOf(source));
  const bytes = await FileReader.use(source, (reader) => reader.read(0, length));
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw notRead(message('UTF-16 text. Save it with UTF-8 encoding'));
  if (/^"?user_domain_idx"?,/.test(new TextDecoder().decode(bytes).trim()))
    throw notRead(message("CSV, which the extension can't open. Export as NDJSON instead"));
}

function notRead(found: Message): ServiceError {
  return new ServiceError('file-unreadable', 'The file is not an export.', { found });
}
