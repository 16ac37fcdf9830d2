/**
 * Runs jobs on logs. Jobs are the exported functions of a module; small requests run on the calling thread, large ones
 * in a separate thread.
 */

import { abortFault } from './abort.ts';
import { isTooLargeHere } from './errors.ts';
import { serve, workInThread } from './threadWork.ts';
import { valueSize } from './valueSize.ts';

/** Maximum size of a request to process on the calling thread, where the worst text of this size takes 20 ms. */
const MOST_HERE = 16 * 1024;

/**
 * Maximum size of a request to redact on the calling thread. It is lower than `MOST_HERE` because redaction searches
 * for many patterns, and the first run, which compiles them, takes a noticeable amount of time.
 */
const MOST_REDACTED_HERE = 8 * 1024;

/** Memory limit of a thread, in MiB: twice the amount that the largest log needs. */
const MEMORY = 2048;

/** Each job takes JSON values and returns JSON values, or an object that contains typed arrays. */
type Job = (request: never, decompressedLimit?: number) => unknown;
type Jobs<Module> = { readonly [Name in keyof Module]: Job };

export interface JobOptions {
  /** The compiled file that the thread runs. It calls `serveJobs` with the module that contains the jobs. */
  readonly workerFile: string | URL;
  /** Aborting it ends the job immediately. */
  readonly signal: AbortSignal;
}

export type JobRequest<Jobs, Name extends keyof Jobs> = Jobs[Name] extends (request: infer Request) => unknown
  ? Request
  : never;
export type JobResult<Jobs, Name extends keyof Jobs> = Jobs[Name] extends (request: never) => infer Result
  ? Result
  : never;

/**
 * Returns a function that runs one of a module's jobs.
 * @throws ServiceError `cancelled`, `out-of-memory`; any error that the job throws
 */
export function jobsOf<Module extends Jobs<Module>>(load: () => Promise<Module>) {
  return async <Name extends keyof Module & string>(
    name: Name,
    request: JobRequest<Module, Name>,
    { workerFile, signal }: JobOptions,
  ): Promise<JobResult<Module, Name>> => {
    if (signal.aborted) throw abortFault(signal);
    if (isSmall(request)) {
      const jobs = await load();
      try {
        return jobs[name](request as never, MOST_HERE) as JobResult<Module, Name>;
      } catch (error) {
        if (!isTooLargeHere(error)) throw error;
      }
    }
    return workInThread({ workerFile, memory: MEMORY, signal, request: { name, request } });
  };
}

/** Runs in the thread: performs the job named in the request. */
export function serveJobs<Module extends Jobs<Module>>(load: () => Promise<Module>): void {
  serve(async ({ name, request }: { readonly name: keyof Module; readonly request: never }) => {
    const { [name]: job } = await load();
    return job(request);
  });
}

/** Returns true if a request is processed on the calling thread. */
export function isSmall(request: unknown): boolean {
  const most = isRedacting(request) ? MOST_REDACTED_HERE : MOST_HERE;
  return valueSize(request, most, 1) <= most;
}

function isRedacting(request: unknown): boolean {
  return (
    typeof request === 'object' &&
    request !== null &&
    'redaction' in request &&
    request.redaction !== undefined
  );
}
