import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { isTooLargeHere } from '../http/tooLargeHere.ts';
import { toPieces } from '../service/answers/pieces.ts';
import { workInThread } from '../service/answers/threadWork.ts';
import { valueSize } from '../service/answers/valueSize.ts';
import { abortFault } from '../service/network/abort.ts';

type Jobs = typeof import('./logJobs.ts');
export type JobName = keyof Jobs;
export type JobRequest<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobResult<Name extends JobName> = ReturnType<Jobs[Name]>;

/** The size of a request that is worked on here: a larger one would hold this thread. */
const MOST_HERE = 64 * 1024;

/** The same when it is to be redacted, which looks for so much that the first time, with all to be compiled, counts. */
const MOST_REDACTED_HERE = 8 * 1024;

/** MiB of memory for a thread: twice what the largest log needs. */
const MEMORY = 2048;

/**
 * Does a job on logs: here if they are short, otherwise in a thread of its own, which ends at once when `signal` is aborted.
 *
 * @param workerFile the built `worker.ts`
 * @throws ServiceError of code `cancelled`; `out-of-memory`; what the job throws
 */
export async function doJob<Name extends JobName>(
  name: Name,
  request: JobRequest<Name>,
  { workerFile, signal }: { readonly workerFile: string | URL; readonly signal: AbortSignal },
): Promise<JobResult<Name>> {
  if (signal.aborted) throw abortFault(signal);
  const most = isRedacting(request) ? MOST_REDACTED_HERE : MOST_HERE;
  if (valueSize(request, most, 1) <= most) {
    const jobs = await import('./logJobs.ts');
    const job = jobs[name] as (request: unknown, decompressedLimit: number) => JobResult<Name>;
    try {
      return job(request, MOST_HERE);
    } catch (error) {
      if (!isTooLargeHere(error)) throw error;
    }
  }
  return (await inThread({ job: name, request }, workerFile, signal)) as JobResult<Name>;
}

function isRedacting(request: unknown): boolean {
  return (
    typeof request === 'object' &&
    request !== null &&
    'redaction' in request &&
    request.redaction !== undefined
  );
}

function inThread(value: unknown, workerFile: string | URL, signal: AbortSignal): Promise<unknown> {
  const post = async (worker: Worker) => {
    for (const piece of toPieces(value)) {
      if (signal.aborted) break;
      worker.postMessage(piece);
      await setImmediate();
    }
  };
  return workInThread({ workerFile, memory: MEMORY, signal, post });
}
