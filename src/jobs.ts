/** Runs jobs of worker.ts: small ones on the calling thread, large ones in a separate thread. */
import { abortFault } from './base/abort.ts';
import { isServiceError } from './base/errors.ts';
import type { Threads } from './base/thread.ts';
import { valueSize } from './base/values.ts';
import { type Message, message } from './text/l10n.ts';

/** Maximum size of a request to process on the calling thread, where the worst text of this size takes 20 ms. */
const MOST_HERE = 16 * 1024;

/**
 * Maximum size of a request to redact on the calling thread. It is lower than `MOST_HERE` because redaction searches
 * for many patterns, and the first run, which compiles them, takes a noticeable amount of time.
 */
const MOST_REDACTED_HERE = 8 * 1024;

type Jobs = typeof import('./worker.ts')['jobs'];
export type JobName = keyof Jobs;
export type JobRequest<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobResult<Name extends JobName> = ReturnType<Jobs[Name]>;

/**
 * Runs a job.
 * @param threads the threads for large requests
 * @throws ServiceError `cancelled`, `too-large`; any error that the job throws
 */
export async function doJob<Name extends JobName>(
  threads: Threads,
  name: Name,
  request: JobRequest<Name>,
  signal: AbortSignal,
): Promise<JobResult<Name>> {
  if (signal.aborted) throw abortFault(signal);
  if (isSmall(request)) {
    here ??= import('./worker.ts');
    const { jobs } = await here;
    const job = jobs[name] as (request: JobRequest<Name>, decompressedLimit: number) => JobResult<Name>;
    const { redaction } = Object(request);
    const limited = { ...redaction, decompressedLimit: MOST_HERE };
    try {
      return job(redaction ? Object.assign({}, request, { redaction: limited }) : request, MOST_HERE);
    } catch (error) {
      if (!isServiceError(error, 'too-large')) throw error;
    }
  }
  return threads.run(name, request, signal);
}

/** The jobs on the calling thread, which are loaded with the first small request. */
let here: Promise<typeof import('./worker.ts')> | undefined;

/** Returns true if a request is processed on the calling thread. */
function isSmall(request: unknown): boolean {
  const isRedacting = Object(request).redaction !== undefined;
  const most = isRedacting ? MOST_REDACTED_HERE : MOST_HERE;
  return valueSize(request, most, 1) <= most;
}

/** The result of a job, or a message that explains why there is none. */
export type ReadLog<Result> = { readonly result: Result } | { readonly problem: Message };

/** Time after which an optional job is abandoned, in milliseconds, because a user would not wait any longer. */
const LONGEST = 30_000;

/** Runs an optional job, but never rejects and always settles within 30 s. */
export async function readLog<Name extends JobName>(
  threads: Threads,
  name: Name,
  request: JobRequest<Name>,
  signal: AbortSignal,
  longest = LONGEST,
): Promise<ReadLog<JobResult<Name>>> {
  const late = AbortSignal.timeout(longest);
  try {
    return { result: await doJob(threads, name, request, AbortSignal.any([signal, late])) };
  } catch (fault) {
    if (late.aborted && !signal.aborted)
      return { problem: message('It took longer than {0} seconds.', longest / 1000) };
    if (isServiceError(fault, 'too-large'))
      return { problem: message('It needed more memory than is allowed.') };
    const cancelled = isServiceError(fault, 'cancelled');
    return { problem: cancelled ? message('It was canceled.') : message('An error occurred.') };
  }
}
