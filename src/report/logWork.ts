import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { abortFault } from '../service/abort.ts';
import { toPieces } from './pieces.ts';

type Jobs = typeof import('./jobs.ts');
export type JobName = keyof Jobs;
export interface Outcome {
  readonly result: unknown;
}

/** UTF-16 units of all texts of a request that is worked on here: longer ones would hold this thread. */
const MOST_HERE = 64 * 1024;

/**
 * Does a job on logs: here if they are short, otherwise in a thread of its own, which ends at once when `signal` is aborted.
 *
 * @param workerFile the built `worker.ts`
 * @throws ServiceError of code `cancelled`; what the job throws
 */
export async function doJob<Name extends JobName>(
  name: Name,
  request: Parameters<Jobs[Name]>[0],
  { workerFile, signal }: { readonly workerFile: string | URL; readonly signal: AbortSignal },
): Promise<ReturnType<Jobs[Name]>> {
  if (signal.aborted) throw abortFault(signal);
  if (isShort(request)) {
    const jobs = await import('./jobs.ts');
    return (jobs[name] as (request: unknown) => ReturnType<Jobs[Name]>)(request);
  }
  return (await inThread({ job: name, request }, workerFile, signal)) as ReturnType<Jobs[Name]>;
}

async function inThread(value: unknown, workerFile: string | URL, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(workerFile);
  try {
    const ended = new Promise<Outcome>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
      signal.addEventListener('abort', () => reject(abortFault(signal)), { once: true });
    });
    ended.catch(() => {}); // It may fail while pieces are still being posted.
    for (const piece of toPieces(value)) {
      if (signal.aborted) break;
      worker.postMessage(piece);
      await setImmediate();
    }
    return (await ended).result;
  } finally {
    await worker.terminate();
  }
}

/** Whether the texts in a value are short, all together; looks no further than it has to. */
function isShort(value: unknown): boolean {
  let left = MOST_HERE;
  const count = (each: unknown): void => {
    left -= 1;
    if (left < 0) return;
    if (typeof each === 'string') left -= each.length;
    else if (typeof each === 'object' && each !== null) {
      for (const [name, inner] of Object.entries(each)) {
        left -= name.length;
        count(inner);
        if (left < 0) return;
      }
    }
  };
  count(value);
  return left >= 0;
}
