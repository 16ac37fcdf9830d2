/** Measures the duration and memory use of an export by the built extension's thread, for the process that runs it. */
import process from 'node:process';
import type { RouteName } from '../../src/service/baseUrl.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import { exportInThread } from '../../src/share/export/exportThread.ts';
import { essential } from '../unit/formats/logs.ts';

export interface MeasuredExport {
  readonly baseUrl: string;
  readonly key: string;
  readonly domain: number;
  readonly content: 'exact' | 'essential';
  readonly route: RouteName;
  readonly target: string;
  /** The built `exportWorker.ts`. */
  readonly workerFile: string;
}

export interface Measured {
  readonly logs: number;
  readonly milliseconds: number;
  /** Resident memory of the process before the export, in bytes. */
  readonly idle: number;
  /** The maximum measured after a page: within the first 100,000 rows, and overall. */
  readonly early: number;
  readonly peak: number;
}

const EARLY_ROWS = 100_000;

/** Exports all rows of a domain to CSV. */
export async function measureExport(wanted: MeasuredExport): Promise<Measured> {
  const { baseUrl, key, domain, content, route, target, workerFile } = wanted;
  const connectionId = 'bench';
  const idle = process.memoryUsage.rss();
  let early = idle;
  let peak = idle;
  const started = performance.now();
  const { logs } = await exportInThread({
    job: {
      logs: {
        connectionId,
        domain,
        filter: {},
        filterNames: defaultConventions.logs.parameters,
      },
      detail: false,
      kind: 'csv',
      redaction: content === 'essential' ? essential : undefined,
      target,
    },
    access: { [connectionId]: { baseUrl, key, conventions: defaultConventions, route } },
    fetch: globalThis.fetch,
    workerFile,
    signal: new AbortController().signal,
    onProgress: ({ done }) => {
      peak = Math.max(peak, process.memoryUsage.rss());
      if (done <= EARLY_ROWS) early = peak;
    },
  });
  return { logs, milliseconds: performance.now() - started, idle, early, peak };
}
