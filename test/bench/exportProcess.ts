/** A process that exports with the built extension and prints, as JSON, how long that took and what memory it needed. */
import process from 'node:process';
import { exportInThread } from '../../src/export/exportThread.ts';
import { defaultRedaction } from '../../src/report/redact.ts';
import type { RouteName } from '../../src/service/api.ts';
import { defaultConventions } from '../../src/service/conventions.ts';

export interface Measured {
  readonly logs: number;
  readonly milliseconds: number;
  /** Resident bytes of the process before the export, and the most seen after each page. */
  readonly idle: number;
  readonly peak: number;
}

const [baseUrl = '', key = '', domain = '', content = '', target = '', way = ''] = process.argv.slice(2);
const route: RouteName = way === 'editor' ? 'editor' : 'direct';
const connectionId = 'bench';
const idle = process.memoryUsage.rss();
let peak = idle;
const started = performance.now();
const { logs } = await exportInThread({
  job: {
    logs: {
      connectionId,
      domain: Number(domain),
      filter: {},
      filterNames: defaultConventions.logs.parameters,
      detectedType: defaultConventions.detail.detectedType,
    },
    detail: false,
    kind: 'csv',
    redaction: content === 'redacted' ? defaultRedaction : undefined,
    target,
    version: '1',
  },
  access: { [connectionId]: { baseUrl, key, conventions: defaultConventions, route } },
  fetch: globalThis.fetch,
  workerFile: new URL('../../dist/exportWorker.cjs', import.meta.url),
  signal: new AbortController().signal,
  onProgress: () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  },
});
const measured: Measured = { logs, milliseconds: performance.now() - started, idle, peak };
process.stdout.write(JSON.stringify(measured));
