import { redactLog } from '../../src/redaction/redact.ts';
import { aLog, essential } from '../unit/formats/logs.ts';
import { timeOf } from '../unit/growth.ts';
import { BODY_KINDS, bodyOf } from '../unit/redaction/bodies.ts';
import { report } from './compare.ts';

const MiB = 1024 * 1024;
const ROUNDS = 3;
const SIZES = [1, 4, 16];

/**
 * Returns processor times, not clock times. Redaction only computes, and runs that take seconds would include other
 * programs.
 */
function timesOf(variants: Readonly<Record<string, () => unknown>>): ReadonlyMap<string, readonly number[]> {
  const times = new Map(Object.keys(variants).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(variants)) times.get(name)?.push(timeOf(work));
  }
  return times;
}

const redact = (rawData: string) => () => redactLog(aLog({ rawData }), undefined, essential);

it('redacts 1 MiB of each kind of body', () => {
  const json = bodyOf('JSON', MiB).split('\r\n\r\n')[1] ?? '';
  const variants = {
    'JSON.parse of the same JSON': () => JSON.parse(json),
    ...Object.fromEntries(BODY_KINDS.map((kind) => [kind, redact(bodyOf(kind, MiB))])),
  };
  report('Redacting a log with a body of 1 MiB, three of ten fields secret', timesOf(variants));
});

for (const kind of BODY_KINDS) {
  it(`redacts bodies of ${kind}, of 1, 4 and 16 MiB`, () => {
    const variants = Object.fromEntries(
      SIZES.map((size) => [`${size} MiB`, redact(bodyOf(kind, size * MiB))]),
    );
    report(`Redacting a log with a body of ${kind}`, timesOf(variants));
  });
}
