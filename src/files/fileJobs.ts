/**
 * The jobs on a file. They run on the calling thread if nothing else waits for it or the job is small, and on a worker
 * thread otherwise.
 */

import { workInThread } from '../base/threadWork.ts';
import type { DetectionLog, ListedLog } from '../service/model.ts';
import type { IndexBatch } from './fileIndex.ts';
import { filterLogs, indexFile, readLog, readRows } from './indexFile.ts';

/** The request, result, and messages of each job, by name. */
export interface FileJobs {
  readonly index: { request: Parameters<typeof indexFile>[0]; result: undefined; message: IndexBatch };
  readonly filter: { request: Parameters<typeof filterLogs>[0]; result: Uint32Array; message: number };
  readonly rows: {
    request: Parameters<typeof readRows>[0];
    result: (ListedLog | undefined)[];
    message: never;
  };
  readonly log: { request: Parameters<typeof readLog>[0]; result: DetectionLog; message: never };
}

/** MiB of memory for the thread: several times the size of the longest log. */
const MEMORY = 1024;

export interface FileJob<Name extends keyof FileJobs> {
  readonly name: Name;
  readonly request: FileJobs[Name]['request'];
  readonly signal: AbortSignal;
  readonly onMessage?: (message: FileJobs[Name]['message']) => void;
}

/** Runs a job. @param workerFile the built `fileWorker.ts`; undefined uses the calling thread */
export async function fileJob<Name extends keyof FileJobs>(
  job: FileJob<Name>,
  workerFile: string | URL | undefined,
): Promise<FileJobs[Name]['result']> {
  const { name, request, signal, onMessage = () => {} } = job;
  if (workerFile === undefined) return runJob(job);
  return workInThread({ workerFile, request: { name, request }, memory: MEMORY, signal, onMessage });
}

/** Runs a job on this thread. */
export async function runJob<Name extends keyof FileJobs>({
  name,
  request,
  signal,
  onMessage = () => {},
}: FileJob<Name>): Promise<FileJobs[Name]['result']> {
  const jobs: { readonly [Each in keyof FileJobs]: (given: FileJobs[Each]['request']) => Promise<unknown> } =
    {
      index: (given) => indexFile(given, onMessage as (batch: IndexBatch) => void, signal),
      filter: (given) => filterLogs(given, onMessage as (share: number) => void, signal),
      rows: (given) => readRows(given, signal),
      log: (given) => readLog(given, signal),
    };
  return jobs[name](request as never) as Promise<FileJobs[Name]['result']>;
}
