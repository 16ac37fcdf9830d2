/** Runs an export in a separate thread, so that the editor stays responsive and memory is limited and released. */
import { type ThreadWork, workInThread } from '../../base/threadWork.ts';
import type { FileAccess } from '../../files/fileService.ts';
import type { ServiceAccess } from '../../service/api.ts';
import type { Fetch } from '../../service/network/editorRoute.ts';
import { type FetchMessage, type FetchReply, FetchServer } from '../../service/network/threadFetch.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportProgress, ExportSummary } from './exportLogs.ts';
import { partialName, removePartial } from './partialFile.ts';

/** The input for the thread. */
export interface ExportRequest {
  readonly job: ExportJob;
  /** The information needed to read from each connection that the job uses, by connection ID. */
  readonly access: Readonly<Record<string, ServiceAccess | FileAccess>>;
}

/** The messages from the thread. */
export type ExportMessage = FetchMessage | { readonly progress: ExportProgress } | { readonly line: string };

export interface ThreadOptions
  extends ExportRequest,
    Pick<ThreadWork<never, never>, 'signal'>,
    Partial<Pick<ThreadWork<never, never>, 'memory' | 'grace'>> {
  /** The compiled `exportWorker.ts`. */
  readonly workerFile: string | URL;
  /** The editor's `fetch`, for connections whose requests must be sent through the editor. */
  readonly fetch: Fetch;
  readonly onProgress?: (progress: ExportProgress) => void;
  /** Writes one line per request to the output channel. */
  readonly log?: (line: string) => void;
}

/** Milliseconds to wait for the thread to end by itself before terminating it. */
const GRACE = 2_000;

/**
 * Memory limits in MiB, for the thread as a whole and for its new objects. They are sufficient to redact and write a
 * response of any allowed size. With a higher limit for new objects, memory would grow for a long time before garbage
 * is collected.
 */
const MEMORY = 1000;
const YOUNG_MEMORY = 6;

/**
 * Runs an export in a thread. If `signal` is aborted, the thread ends after a short time, even if it is busy.
 * @throws the signal's reason if it is aborted; ServiceError `out-of-memory`; any error that `exportLogs` throws
 */
export async function exportInThread(options: ThreadOptions): Promise<ExportSummary> {
  const { workerFile, fetch, signal, onProgress, log, access, memory = MEMORY, grace = GRACE } = options;
  const partial = partialName();
  const job: ExportJob = { ...options.job, partial };
  const server = new FetchServer(fetch);
  try {
    return await workInThread<ExportSummary, ExportMessage, FetchReply>({
      workerFile,
      request: { job, access } satisfies ExportRequest,
      memory,
      youngMemory: YOUNG_MEMORY,
      signal,
      grace,
      onMessage(message, send) {
        if ('progress' in message) onProgress?.(message.progress);
        else if ('line' in message) log?.(message.line);
        else server.receive(message, send);
      },
    });
  } catch (error) {
    await removePartial(job.target, partial);
    throw error;
  } finally {
    server.close();
  }
}
