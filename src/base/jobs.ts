/** Jobs on logs: the functions of a module. A small request runs here, a large one in its own thread. */

import { abortFault } from './abort.ts';
import { isTooLargeHere } from './errors.ts';
import { serve, workInThread } from './threadWork.ts';
import { valueSize } from './valueSize.ts';

/** The maximum size of a request processed here: a larger one would block this thread. */
const MOST_HERE = 64 * 1024;

/**
 * The same for redaction, which searches for so many patterns that the first run, including their compilation, matters.
 */
const MOST_REDACTED_HERE = 8 * 1024;

/** MiB of memory for a thread: twice the need of the largest log. */
const MEMORY = 2048;

/** Each job takes JSON values and returns JSON values, or an object with typed arrays among them. */
type Job = (request: never, decompressedLimit?: number) => unknown;
type Jobs<Module> = { readonly [Name in keyof Module]: Job };

/** The options of a job. */
export interface JobOptions {
  /** The built file of the thread, which calls `serveJobs` with the same module. */
  readonly workerFile: string | URL;
  /** Aborting it ends the job at once. */
  readonly signal: AbortSignal;
}

export type JobRequest<Jobs, Name extends keyof Jobs> = Jobs[Name] extends (request: infer Request) => unknown
  ? Request
  : never;
export type JobResult<Jobs, Name extends keyof Jobs> = Jobs[Name] extends (request: never) => infer Result
  ? Result
  : never;

/**
 * Returns a function that runs a job of a module.
 * @throws ServiceError `cancelled`, `out-of-memory`; the error of the job
 */
export function jobsOf<Module extends Jobs<Module>>(load: () => Promise<Module>) {
  return async <Name extends keyof Module & string>(
    name: Name,
    request: JobRequest<Module, Name>,
    { workerFile, signal }: JobOptions,
  ): Promise<JobResult<Module, Name>> => {
    if (signal.aborted) throw abortFault(signal);
    const most = isRedacting(request) ? MOST_REDACTED_HERE : MOST_HERE;
    if (valueSize(request, most, 1) <= most) {
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

/** Runs in the thread: performs the job that a request names. */
export function serveJobs<Module extends Jobs<Module>>(load: () => Promise<Module>): void {
  serve(async ({ name, request }: { readonly name: keyof Module; readonly request: never }) => {
    const { [name]: job } = await load();
    return job(request);
  });
}

function isRedacting(request: unknown): boolean {
  return (
    typeof request === 'object' &&
    request !== null &&
    'redaction' in request &&
    request.redaction !== undefined
  );
}
