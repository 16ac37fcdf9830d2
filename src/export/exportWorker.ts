/** The thread in which an export runs: see exportThread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LogService } from '../service/api.ts';
import { type ThreadData, type ThreadMessage, toFailure } from './exportThread.ts';

async function run({ job, access }: ThreadData): Promise<void> {
  const say = (message: ThreadMessage) => parentPort?.postMessage(message);
  const stopped = new AbortController();
  parentPort?.once('message', () => stopped.abort());
  const services = new Map<string, LogService>();
  try {
    const { createLogService } = await import('../service/client.ts');
    const { runJob } = await import('./runJob.ts');
    for (const [id, { baseUrl, key, conventions }] of Object.entries(access)) {
      const log = (line: string) => say({ line });
      services.set(
        id,
        createLogService({ baseUrl, key: async () => key, conventions, onlyRoute: 'direct', log }),
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
