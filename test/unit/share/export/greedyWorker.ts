/** A thread that begins an export and then takes memory until there is none. */
import { workerData } from 'node:worker_threads';
import type { ThreadData } from '../../../../src/share/export/exportThread.ts';
import { PartialFile } from '../../../../src/share/export/partialFile.ts';

const { job }: ThreadData = workerData;
const file = await PartialFile.create(job.target, job.partial);
await file.write('half of it');
const taken: object[] = [];
for (;;) taken.push({});
