/** A thread that redacts nothing, but marks each row whose path is `/`. */
import { serveJobs } from '../../../src/base/thread.ts';
import type { RowsToRedact } from '../../../src/redaction/redact.ts';

void serveJobs({
  redactRows: ({ rows }: RowsToRedact) =>
    rows.map((row) => (row.uri === '/' ? { ...row, uri: 'by the thread' } : row)),
});
