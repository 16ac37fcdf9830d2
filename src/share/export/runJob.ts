import type { LogService } from '../../service/api.ts';
import type { DetectionLog, LogKey } from '../../service/model.ts';
import { connectionsOf, type ExportJob } from './exportJob.ts';
import { type ExportOptions, type ExportSummary, exportLogs } from './exportLogs.ts';
import { ExportReads } from './exportReads.ts';
import { DomainLogs, type LogSource, PickedLogs } from './logSource.ts';

export interface JobSurroundings extends Pick<ExportOptions, 'signal' | 'onProgress'> {
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
}

/** Does a job; throws as `exportLogs` and `serviceOf` do. */
export async function runJob(job: ExportJob, surroundings: JobSurroundings): Promise<ExportSummary> {
  const { source, readDetail } = await open(job, surroundings);
  return exportLogs({
    ...job,
    ...surroundings,
    source,
    readDetail: job.detail ? readDetail : undefined,
  });
}

interface Opened {
  readonly source: LogSource;
  readonly readDetail: (key: LogKey) => Promise<DetectionLog>;
}

async function open(job: ExportJob, { serviceOf, signal }: JobSurroundings): Promise<Opened> {
  const { logs } = job;
  if ('domain' in logs) {
    const reads = new ExportReads(await serviceOf(logs.connectionId), signal);
    return { source: new DomainLogs({ ...logs, reads }), readDetail: (key) => reads.log(key) };
  }
  const reads = new Map<string, ExportReads>();
  for (const id of connectionsOf(job)) reads.set(id, new ExportReads(await serviceOf(id), signal));
  const readsOf = new Map(logs.map(({ key, connectionId }) => [key, reads.get(connectionId)]));
  const readDetail = async (key: LogKey) => {
    const found = readsOf.get(key);
    if (found === undefined) throw new Error('This log was not picked.');
    return found.log(key);
  };
  return { source: new PickedLogs(logs), readDetail };
}
