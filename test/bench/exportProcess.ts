/** A process that exports a domain's rows and prints, as JSON, how long that took and what memory it needed. */
import process from 'node:process';
import { exportLogs } from '../../src/export/exportLogs.ts';
import { ExportReads } from '../../src/export/exportReads.ts';
import { DomainLogs } from '../../src/export/logSource.ts';
import { defaultRedaction } from '../../src/report/redact.ts';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/conventions.ts';

export interface Measured {
  readonly logs: number;
  readonly milliseconds: number;
  /** Resident bytes before the export, with the connection made, and the most seen after each page. */
  readonly idle: number;
  readonly peak: number;
}

const [baseUrl = '', key = '', domain = '', content = '', target = ''] = process.argv.slice(2);
const conventions = defaultConventions;
const service = createLogService({ baseUrl, key: async () => key, conventions });
await service.domains({ page: 1, perPage: 10 });

const { signal } = new AbortController();
const idle = process.memoryUsage.rss();
let peak = idle;
const started = performance.now();
const { logs } = await exportLogs({
  source: new DomainLogs({
    reads: new ExportReads(service, signal),
    domain: Number(domain),
    filter: {},
    filterNames: conventions.logs.parameters,
    detectedType: conventions.detail.detectedType,
  }),
  readDetail: undefined,
  kind: 'csv',
  redaction: content === 'redacted' ? defaultRedaction : undefined,
  target,
  version: '1',
  signal,
  onProgress: () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  },
});
const measured: Measured = { logs, milliseconds: performance.now() - started, idle, peak };
process.stdout.write(JSON.stringify(measured));
service.dispose();
