/** Exports the rows of the service in its argument, as JSON, and prints the time, memory use, and longest block of the thread. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { Threads } from '../../src/base/thread.ts';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/differences.ts';
import { exportTo, logsOf } from '../unit/share/exporting.ts';

export interface MeasuredExport {
  readonly baseUrl: string;
  readonly key: string;
  readonly domain: number;
  readonly content: 'exact' | 'essential';
  readonly target: string;
  /** The built threads `worker.cjs`. */
  readonly workerFile: string;
}

export interface Measured {
  readonly logs: number;
  readonly milliseconds: number;
  /** The longest time for which the event loop was blocked, in milliseconds. */
  readonly blocked: number;
  /** Resident memory of the process before the export, in bytes. */
  readonly idle: number;
  /** The maximum measured after a page. */
  readonly peak: number;
}

/** Resolution of the measurement of the event loop, in milliseconds. */
const RESOLUTION = 5;

/** Exports all rows of a domain to CSV. */
async function measureExport(wanted: MeasuredExport): Promise<Measured> {
  const { baseUrl, key, domain, content, target, workerFile } = wanted;
  const { signal } = new AbortController();
  const threads = new Threads(workerFile);
  const service = createLogService({
    baseUrl,
    key: async () => key,
    conventions: defaultConventions,
    threads,
  });
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const started = performance.now();
  let done = 0;
  const { logs } = await exportTo(target, {
    ...({ readDetail: undefined, kind: 'csv', threads, signal } as const),
    logs: logsOf(service, domain, signal),
    redaction: content === 'essential' ? { keys: [] } : undefined,
    onLog: () => {
      if (++done % 1_000 === 0) peak = Math.max(peak, process.memoryUsage.rss());
    },
  });
  const milliseconds = performance.now() - started;
  delays.disable();
  service.dispose();
  return { logs, milliseconds, blocked: delays.max / 1e6 - RESOLUTION, idle, peak };
}

process.stdout.write(JSON.stringify(await measureExport(JSON.parse(process.argv[2] ?? ''))));
