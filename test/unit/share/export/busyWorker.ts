/** A thread that exports one log as HAR, and is never done with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { exportLogs } from '../../../../src/share/export/exportLogs.ts';
import type { ThreadData, ThreadMessage } from '../../../../src/share/export/exportThread.ts';
import { PickedLogs } from '../../../../src/share/export/logSource.ts';
import { aLog } from '../../formats/logs.ts';

const { job }: ThreadData = workerData;
const log = {
  ...aLog(),
  get rawData(): string {
    parentPort?.postMessage({ line: 'computing' } satisfies ThreadMessage);
    for (;;);
  },
};
await exportLogs({
  ...job,
  source: new PickedLogs([{ key: log.key, row: { idx: 12, other: {} } }]),
  readDetail: async () => log,
  signal: new AbortController().signal,
});
