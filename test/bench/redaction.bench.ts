import { redactLog } from '../../src/redaction/redact.ts';
import { aLog, essential } from '../unit/formats/logs.ts';
import { timeOf } from '../unit/growth.ts';
import { BODY_KINDS, bodyOf } from '../unit/redaction/bodies.ts';
import { report } from './compare.ts';

const MiB = 1024 * 1024;
const ROUNDS = 3;

it('redacts 1 MiB of each kind of body', () => {
  const json = bodyOf('JSON', MiB).split('\r\n\r\n')[1] ?? '';
  const variants = new Map<string, () => unknown>([['JSON.parse of the same JSON', () => JSON.parse(json)]]);
  for (const kind of BODY_KINDS) {
    const log = aLog({ rawData: bodyOf(kind, MiB) });
    variants.set(kind, () => redactLog(log, undefined, essential));
  }
  const times = new Map([...variants.keys()].map((name): [string, number[]] => [name, []]));
  // Processor times, not clock times: redaction only computes, and runs that take seconds would include other programs.
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of variants) times.get(name)?.push(timeOf(work));
  report('Redacting a log with a body of 1 MiB, three of ten fields secret', times);
});
