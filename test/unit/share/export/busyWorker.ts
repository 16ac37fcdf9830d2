/** A thread that exports one log and never finishes. */
import { serve } from '../../../../src/base/threadWork.ts';
import { exportLogs } from '../../../../src/share/export/exportLogs.ts';
import type { ExportMessage, ExportRequest } from '../../../../src/share/export/exportThread.ts';
import { PickedLogs } from '../../../../src/share/export/logSource.ts';
import { aLog } from '../../formats/logs.ts';

serve<ExportRequest, never, ExportMessage>(({ job }, { send }) => {
  const log = {
    ...aLog(),
    get rawData(): string {
      send({ line: 'computing' });
      for (;;);
    },
  };
  return exportLogs({
    ...job,
    source: new PickedLogs([{ key: log.key, row: { idx: 12, other: {} } }]),
    readDetail: async () => log,
    signal: new AbortController().signal,
  });
});
