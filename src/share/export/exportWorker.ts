/** The thread in which an export runs. */
import { serve } from '../../base/threadWork.ts';
import { serviceOfFile } from '../../files/fileService.ts';
import { createLogService } from '../../service/client.ts';
import type { DetectionLog, LogKey } from '../../service/model.ts';
import { type FetchReply, HostFetch } from '../../service/network/threadFetch.ts';
import type { ExportJob } from './exportJob.ts';
import { type ExportSummary, exportLogs } from './exportLogs.ts';
import { ExportReads } from './exportReads.ts';
import type { ExportMessage, ExportRequest } from './exportThread.ts';
import { DomainLogs, type LogSource, PickedLogs } from './logSource.ts';

serve<ExportRequest, FetchReply, ExportMessage>(
  async ({ job, access }, { signal, send, onMessage }): Promise<ExportSummary> => {
    const host = new HostFetch(send);
    onMessage((reply) => host.receive(reply));
    const services = Object.entries(access).map(([id, given]) => {
      if ('file' in given) return { id, service: serviceOfFile(given) };
      const { baseUrl, key, conventions, route } = given;
      const log = (line: string) => send({ line });
      const options = { baseUrl, key: async () => key, conventions, onlyRoute: route, log };
      return { id, service: createLogService(options, { fetch: host.fetch }) };
    });
    const reads = new Map(services.map(({ id, service }) => [id, new ExportReads(service, signal)]));
    try {
      const { source, readDetail } = open(job, (id) => reads.get(id) as ExportReads);
      return await exportLogs({
        ...job,
        source,
        readDetail: job.detail ? readDetail : undefined,
        signal,
        onProgress: (progress) => send({ progress }),
      });
    } finally {
      for (const { service } of services) service.dispose();
    }
  },
);

interface Opened {
  readonly source: LogSource;
  readonly readDetail: (key: LogKey) => Promise<DetectionLog>;
}

function open({ logs }: ExportJob, readsOf: (connectionId: string) => ExportReads): Opened {
  if ('domain' in logs) {
    const reads = readsOf(logs.connectionId);
    return { source: new DomainLogs({ ...logs, reads }), readDetail: (key) => reads.log(key) };
  }
  const connections = new Map(logs.map(({ key, connectionId }) => [key, connectionId]));
  const readDetail = async (key: LogKey) => {
    const connectionId = connections.get(key);
    if (connectionId === undefined) throw new Error('This log was not picked.');
    return readsOf(connectionId).log(key);
  };
  return { source: new PickedLogs(logs), readDetail };
}
