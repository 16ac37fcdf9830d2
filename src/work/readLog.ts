import { isServiceError, ServiceError } from '../service/errors.ts';
import { Scope } from '../service/network/abort.ts';
import { doJob, type JobName, type JobRequest, type JobResult } from './logWork.ts';

/** What a job gave; or, as the end of a sentence, why it gave nothing. */
export type ReadLog<Result> = { readonly result: Result } | { readonly problem: string };

export interface ReadLogOptions {
  /** The built `worker.ts`. */
  readonly workerFile: string | URL;
  readonly signal: AbortSignal;
  /** Milliseconds after which it is given up; a person does not wait longer. */
  readonly longest?: number;
}

/** As `doJob`, for what can be done without: never rejects, and ends in time whatever the log is. */
export async function readLog<Name extends JobName>(
  name: Name,
  request: JobRequest<Name>,
  { workerFile, signal, longest = 30_000 }: ReadLogOptions,
): Promise<ReadLog<JobResult<Name>>> {
  const scope = new Scope(signal);
  scope.endAfter(longest, () => new ServiceError('timeout', 'Reading the log took too long.'));
  try {
    return { result: await doJob(name, request, { workerFile, signal: scope.signal }) };
  } catch (fault) {
    if (isServiceError(fault, 'timeout')) return { problem: `took longer than ${longest / 1000} seconds` };
    if (isServiceError(fault, 'out-of-memory')) return { problem: 'took more memory than it may' };
    return { problem: isServiceError(fault, 'cancelled') ? 'was cancelled' : 'failed' };
  } finally {
    scope.close();
  }
}
