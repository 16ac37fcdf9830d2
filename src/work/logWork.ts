import { Scope } from '../base/abort.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import { type JobOptions, type JobRequest, type JobResult, jobsOf } from '../base/jobs.ts';
import { type Message, message } from '../text/l10n.ts';

type Jobs = typeof import('./logJobs.ts');
export type JobName = keyof Jobs;
export type LogRequest<Name extends JobName> = JobRequest<Jobs, Name>;

/** Runs a job on logs. If it runs in a thread, the thread executes the compiled `logWorker.ts`. */
export const doJob = jobsOf<Jobs>(() => import('./logJobs.ts'));

/** The result of a job, or a message that explains why there is none. */
export type ReadLog<Result> = { readonly result: Result } | { readonly problem: Message };

export interface ReadLogOptions extends JobOptions {
  /** Milliseconds after which the job is abandoned, because a user would not wait any longer. */
  readonly longest?: number;
}

/** Runs an optional job like `doJob`, but never rejects and always settles within `longest`. */
export async function readLog<Name extends JobName>(
  name: Name,
  request: LogRequest<Name>,
  { workerFile, signal, longest = 30_000 }: ReadLogOptions,
): Promise<ReadLog<JobResult<Jobs, Name>>> {
  const scope = new Scope(signal);
  scope.endAfter(longest, () => new ServiceError('timeout', 'Reading the log took too long.'));
  try {
    return { result: await doJob(name, request, { workerFile, signal: scope.signal }) };
  } catch (fault) {
    if (isServiceError(fault, 'timeout'))
      return { problem: message('It took longer than {0} seconds.', longest / 1000) };
    if (isServiceError(fault, 'out-of-memory'))
      return { problem: message('It needed more memory than is allowed.') };
    const cancelled = isServiceError(fault, 'cancelled');
    return { problem: cancelled ? message('It was canceled.') : message('An error occurred.') };
  } finally {
    scope.close();
  }
}
