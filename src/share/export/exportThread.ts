/** An export in a thread of its own: the editor stays quick meanwhile, and the thread's memory is bounded and given back. */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ServiceAccess } from '../../service/api.ts';
import { abortFault } from '../../service/network/abort.ts';
import type { Fetch } from '../../service/network/editorRoute.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportProgress, ExportSummary } from './exportLogs.ts';
import { type FetchMessage, type FetchReply, FetchServer } from './hostFetch.ts';
import { partialName, removePartial } from './partialFile.ts';
import { fromFailure, type ThreadFailure } from './threadFailure.ts';

/** The input of the thread. */
export interface ThreadData {
  readonly job: ExportJob;
  /** The access to each connection of the job, by its id. */
  readonly access: Readonly<Record<string, ServiceAccess>>;
}

/** The messages from the thread. */
export type ThreadMessage =
  | FetchMessage
  | { readonly progress: ExportProgress }
  | { readonly line: string }
  | { readonly summary: ExportSummary }
  | { readonly failure: ThreadFailure };

/** The messages to the thread. */
export type HostMessage = FetchReply | 'stop';

export interface ThreadOptions extends ThreadData {
  /** The built `exportWorker.ts`. */
  readonly workerFile: string | URL;
  /** The editor's, for connections that need its route. */
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
  /** One line a request for the output channel. */
  readonly log?: (line: string) => void;
  /** The memory of the thread; the default is enough. */
  readonly memory?: ResourceLimits;
  /** Milliseconds that a cancelled thread has to end by itself: it may be in the middle of a computation. */
  readonly grace?: number;
}

const GRACE = 2_000;

/**
 * MiB: enough for an answer of any size, redacted and written. An engine that may take more grows long before it collects
 * what nobody needs.
 */
const MEMORY: ResourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1000 };

/**
 * Does a job in a thread; throws as `runJob` does, why `signal` was aborted, and an error of code `OUT_OF_MEMORY`. Cancelling
 * ends the thread after a short time, whatever it is doing.
 */
export async function exportInThread(options: ThreadOptions): Promise<ExportSummary> {
  const { workerFile, fetch, signal, onProgress, log, access, memory = MEMORY, grace = GRACE } = options;
  if (signal.aborted) throw abortFault(signal);
  const partial = partialName();
  const job: ExportJob = { ...options.job, partial };
  const workerData: ThreadData = { job, access };
  const worker = new Worker(workerFile, { workerData, resourceLimits: memory });
  const tell = (message: HostMessage, transfer: readonly ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer);
  const server = new FetchServer(fetch, tell);
  let ending: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    return await new Promise((resolve, reject) => {
      stop = () => {
        tell('stop');
        ending = setTimeout(() => reject(abortFault(signal)), grace);
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      worker.on('message', (said: ThreadMessage) => {
        if ('progress' in said) onProgress?.(said.progress);
        else if ('line' in said) log?.(said.line);
        else if ('summary' in said) resolve(said.summary);
        else if ('failure' in said) reject(fromFailure(said.failure));
        else server.receive(said);
      });
      worker.on('error', (error) => reject(isOutOfMemory(error) ? outOfMemory() : error));
      worker.on('exit', () => reject(new Error('The thread ended without a result.')));
    });
  } catch (error) {
    await worker.terminate();
    await removePartial(job.target, partial);
    throw signal.aborted ? abortFault(signal) : error;
  } finally {
    clearTimeout(ending);
    signal.removeEventListener('abort', stop);
    server.close();
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(): Error {
  return Object.assign(new Error('There was not enough memory for logs as large as these.'), {
    code: 'OUT_OF_MEMORY',
  });
}
