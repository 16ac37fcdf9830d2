/** The thread in which an export runs: see exportThread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LogService } from '../../service/api.ts';
import type { HostMessage, ThreadData, ThreadMessage } from './exportThread.ts';
import { HostFetch } from './hostFetch.ts';
import { toFailure } from './threadFailure.ts';

async function run({ job, access }: ThreadData): Promise<void> {
  const say = (message: ThreadMessage) => parentPort?.postMessage(message);
  const stopped = new AbortController();
  const host = new HostFetch(say);
  parentPort?.on('message', (told: HostMessage) => {
    if (told === 'stop') stopped.abort();
    else host.receive(told);
  });
  const services = new Map<string, LogService>();
  try {
    const { createLogService } = await import('../../service/client.ts');
    const { runJob } = await import('./runJob.ts');
    const { fetch } = host;
    for (const [id, { baseUrl, key, conventions, route }] of Object.entries(access)) {
      const log = (line: string) => say({ line });
      services.set(
        id,
        createLogService({ baseUrl, key: async () => key, conventions, onlyRoute: route, log }, { fetch }),
      );
    }
    const summary = await runJob(job, {
      serviceOf: async (id) => services.get(id) as LogService,
      signal: stopped.signal,
      onProgress: (progress) => say({ progress }),
    });
    say({ summary });
  } catch (error) {
    say({ failure: toFailure(error) });
  } finally {
    for (const service of services.values()) service.dispose();
  }
}

void run(workerData);
