/** A thread that starts an export and then uses up all memory. */
import { serve } from '../../../../src/base/threadWork.ts';
import type { ExportRequest } from '../../../../src/share/export/exportThread.ts';
import { PartialFile } from '../../../../src/share/export/partialFile.ts';

serve(async ({ job }: ExportRequest) => {
  const file = await PartialFile.create(job.target, job.partial);
  await file.write('half of it');
  const taken: object[] = [];
  for (;;) taken.push({});
});
