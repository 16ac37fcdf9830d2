import { redactLog } from '../../src/redaction/redact.ts';
import { aLog, essential } from '../unit/formats/logs.ts';
import { timeOf } from '../unit/growth.ts';
import { BODY_KINDS, bodyOf } from '../unit/redaction/bodies.ts';
import { report, timesOf } from './compare.ts';

const MiB = 1024 * 1024;
const ROUNDS = 3;

it('redacts 1 MiB of each kind of body', async () => {
  const json = bodyOf('JSON', MiB).split('\r\n\r\n')[1] ?? '';
  const variants: Record<string, () => unknown> = { 'JSON.parse of the same JSON': () => JSON.parse(json) };
  for (const kind of BODY_KINDS) {
    const log = aLog({ rawData: bodyOf(kind, MiB) });
    variants[kind] = () => redactLog(log, undefined, essential);
  }
  // Processor times, not clock times: redaction only computes, and runs that take seconds would include other programs.
  const times = await timesOf(variants, ROUNDS, async (work) => timeOf(work));
  report('Redacting a log with a body of 1 MiB, three of ten fields secret', times);
});
