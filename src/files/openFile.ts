/** Opens a file of exported logs: detects its format from its content, and indexes it. */

import { isServiceError, ServiceError } from '../base/errors.ts';
import { type Message, message } from '../text/l10n.ts';
import { FileIndex, type FileKind } from './fileIndex.ts';
import { fileJob } from './fileJobs.ts';
import { BYTES_HERE, FileService, type FileServiceOptions } from './fileService.ts';
import { FileReader, type FileSource, sizeOf } from './fileSource.ts';

export { localSource } from './fileSource.ts';

/** Number of bytes to read to detect the format. */
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
 * @throws ServiceError `file-unreadable` for a file that is not an export, `file-changed`
 */
export async function openFile(options: Omit<FileServiceOptions, 'index'>): Promise<OpenedFile> {
  const { source, ending, workerFile, withProgress = (work) => work(ending, () => {}) } = options;
  const kind = await recognise(source);
  const index = new FileIndex(kind);
  const failed = new AbortController();
  const size = sizeOf(source);
  const indexing = withProgress((cancelled, report) =>
    fileJob(
      {
        name: 'index',
        request: { source, kind },
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

async function recognise(source: FileSource): Promise<FileKind> {
  const length = Math.min(START, sizeOf(source));
  const bytes = await FileReader.use(source, (reader) => reader.read(0, length));
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw notRead(message('UTF-16 text. Save it with UTF-8 encoding'));
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') throw notRead(message('no logs'));
  if (/^"?user_domain_idx"?,/.test(text))
    throw notRead(message("CSV, which the extension can't open. Export as NDJSON or HAR instead"));
  if (!text.startsWith('{')) throw notRead(message('neither NDJSON nor HAR'));
  return /^\{\s*"log"\s*:\s*\{/.test(text) ? 'har' : 'ndjson';
}

function notRead(found: Message): ServiceError {
  return new ServiceError('file-unreadable', 'The file is not an export.', { found });
}
