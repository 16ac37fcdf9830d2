/** The thread that indexes and searches a file of exported logs. */
import { serve } from '../base/threadWork.ts';
import { type FileJob, type JobName, runJob } from './fileJobs.ts';

serve<Pick<FileJob<JobName>, 'name' | 'request'>, unknown>(async (job, send) => {
  const { signal } = new AbortController();
  const result = await runJob({ ...job, signal, onMessage: send });
  return result ?? null;
});
