/** A process that exports as many logs as its second argument specifies, and then hangs until it is killed. */
import process from 'node:process';
import { exportLogs, pickedLogs } from '../../../../src/share/export/exportLogs.ts';
import { workerFile } from './exporting.ts';

const [target = '', after = ''] = process.argv.slice(2);
const logs = Array.from({ length: 400 }, (_, idx) => ({
  key: { domain: 1, idx, detectedType: 'WAF' },
  row: { idx, other: {} },
}));
const head = { firstLine: undefined, headers: [] };
await exportLogs({
  source: pickedLogs(logs),
  readDetail: async ({ key }) => ({
    key,
    virtualHost: 'shop.example:443',
    responseCode: 403,
    request: head,
    response: head,
    rawData: 'x'.repeat(5_000),
    description: '',
    timeZone: 'UTC',
    other: {},
  }),
  kind: 'ndjson',
  redaction: undefined,
  target,
  workerFile,
  signal: new AbortController().signal,
  onProgress: ({ done }) => {
    if (done < Number(after)) return;
    process.stdout.write('now\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
