/** An export in a thread of its own: the editor stays quick meanwhile, and the thread's memory is bounded and given back. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DirectAccess } from '../service/api.ts';
import { type FaultFacts, isServiceError, ServiceError } from '../service/errors.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportProgress, ExportSummary } from './exportLogs.ts';

/** What the thread is given. */
export interface ThreadData {
  readonly job: ExportJob;
  /** By the id of each connection of the job. */
  readonly access: Readonly<Record<string, DirectAccess>>;
}

/** What the thread says. It is told nothing but to stop. */
export type ThreadMessage =
  | { readonly progress: ExportProgress }
  | { readonly line: string }
  | { readonly summary: ExportSummary }
  | { readonly failure: Failure };

/** An error in parts: a thread cannot hand over one of ours. */
export interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** Only of a `ServiceError`. */
  readonly facts: FaultFacts | undefined;
}

export interface ThreadOptions extends ThreadData {
  /** The built `exportWorker.ts`. */
  readonly workerFile: string | URL;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
  /** One line a request for the output channel. */
  readonly log?: (line: string) => void;
}

/** MiB. An engine that may take more grows long before it collects what nobody needs. */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 };

/** Does a job in a thread; throws as `runJob` does. */
export async function exportInThread(options: ThreadOptions): Promise<ExportSummary> {
  const { workerFile, signal, onProgress, log, job, access } = options;
  const workerData: ThreadData = { job, access };
  const worker = new Worker(workerFile, { workerData, resourceLimits: LIMITS });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (said: ThreadMessage) => {
        if ('progress' in said) onProgress?.(said.progress);
        else if ('line' in said) log?.(said.line);
        else if ('summary' in said) resolve(said.summary);
        else reject(fromFailure(said.failure));
      });
      worker.once('error', reject);
      void once(worker, 'exit').then(() => reject(new Error('The thread ended without a result.')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

export function toFailure(error: unknown): Failure {
  const { message, code, syscall } =
    error instanceof Error
      ? (error as NodeJS.ErrnoException)
      : (new Error(String(error)) as NodeJS.ErrnoException);
  return { message, code, syscall, facts: isServiceError(error) ? error.facts : undefined };
}

function fromFailure({ message, code, syscall, facts }: Failure): Error {
  if (facts !== undefined) return new ServiceError(code as ServiceError['code'], message, facts);
  return Object.assign(new Error(message), { ...(code && { code }), ...(syscall && { syscall }) });
}
