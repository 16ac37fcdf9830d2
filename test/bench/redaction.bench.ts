import { defaultRedaction, redactLog } from '../../src/redaction/redact.ts';
import { aLog } from '../unit/formats/logs.ts';
import { BODY_KINDS, bodyOf } from '../unit/redaction/bodies.ts';
import { compare } from './compare.ts';

const MiB = 1024 * 1024;
const ROUNDS = 3;

const redact = (rawData: string) => () => redactLog(aLog({ rawData }), undefined, defaultRedaction);

it('redacts 1 MiB of each kind of body', async () => {
  const json = bodyOf('JSON', MiB);
  await compare(
    'Redacting a log with a body of 1 MiB, three of ten fields secret',
    {
      'JSON.parse of the same JSON': () => JSON.parse(json.slice(json.indexOf('\r\n\r\n'))),
      ...Object.fromEntries(BODY_KINDS.map((kind) => [kind, redact(bodyOf(kind, MiB))])),
    },
    { rounds: ROUNDS },
  );
});

for (const kind of BODY_KINDS) {
  it(`redacts bodies of ${kind}, of 1, 4 and 16 MiB`, async () => {
    await compare(
      `Redacting a log with a body of ${kind}`,
      Object.fromEntries([1, 4, 16].map((size) => [`${size} MiB`, redact(bodyOf(kind, size * MiB))])),
      { rounds: ROUNDS },
    );
  });
}
