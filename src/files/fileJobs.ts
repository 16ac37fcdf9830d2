/**
 * Jobs on a file of logs. They run on the calling thread if the job is small or nothing else needs that thread, and on
 * a worker thread otherwise.
 */

import { workInThread } from '../base/threadWork.ts';
import { filterLogs, indexFile, readLog, readRows } from './indexFile.ts';

const JOBS = { index: indexFile, filter: filterLogs, rows: readRows, log: readLog };
type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
type Result<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
type Message<Name extends JobName> =
  Parameters<Jobs[Name]> extends [unknown, unknown, (message: infer Sent) => void] ? Sent : never;

/** Memory limit of the thread, in MiB: several times the size of the longest log. */
const MEMORY = 1024;

export interface FileJob<Name extends JobName> {
  readonly name: Name;
  readonly request: Parameters<Jobs[Name]>[0];
  readonly signal: AbortSignal;
  readonly onMessage?: (message: Message<Name>) => void;
}

/**
 * Runs a job.
 * @param workerFile the compiled `fileWorker.ts`; if undefined, the job runs on the calling thread
 */
export async function fileJob<Name extends JobName>(
  job: FileJob<Name>,
  workerFile: string | URL | undefined,
): Promise<Result<Name>> {
  const { name, request, signal, onMessage = () => {} } = job;
  if (workerFile === undefined) return runJob(job);
  const work = { workerFile, request: { name, request }, memory: MEMORY, signal, onMessage };
  return workInThread<Result<Name>, Message<Name>>(work);
}

/** Runs a job on this thread. */
export async function runJob<Name extends JobName>(job: FileJob<Name>): Promise<Result<Name>> {
  const { name, request, signal, onMessage = () => {} } = job;
  const run = JOBS[name] as (...given: unknown[]) => Promise<Result<Name>>;
  return run(request, signal, onMessage);
}
