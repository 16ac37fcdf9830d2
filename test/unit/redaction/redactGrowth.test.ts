import assert from 'node:assert/strict';
import { redactLog } from '../../../src/redaction/redact.ts';
import { amount, isWhole, some } from '../../proofs.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';
import { assertLinear, timeOf } from '../growth.ts';
import { BODY_KINDS, bodyOf } from './bodies.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
/** The size in MiB of a large body. */
const LARGE = isWhole ? 32 : 4;
const head = 'POST / HTTP/1.1\r\nHost: shop.example\r\n\r\n';

/**
 * Parts that an attacker might repeat: the slowest ones found by trying some ten thousand combinations of the
 * beginnings of grammars, names, and shapes, and the attacks that recheck found against earlier expressions.
 */
const parts = [
  'x-aa: ',
  'password is a1 ',
  'a@a.a:',
  ' --a=',
  ' -p',
  '"a":{',
  '/a1B2c3D4e5f6G7h8I9j0K1l2M3n4O5p6',
  'a_b_a1B',
  'O:1',
  'a|s:1:"',
  's:1:"a";',
  '"a";s:1:"aaaa',
  '<a name="a" ',
  '<param name="password">net use \u2039na: ',
  'Set-Cookie: a=b; ',
  'code=code=M\\"${',
  '&a=code=',
  '&#34;',
  '${{R',
  'select ',
  '"or',
  "O'or'",
  '/*',
  'X-',
  'cGFzc3dvcmQ9eA==',
  'a:b@tcp',
  'password=hunter22&',
  "insert into a(password) values ('a',",
  '비밀번호는 ',
  '---- BEGIN Static key V1 ',
  '----BEGIN PRIVATE KEY----\\n',
  'eyJaaaaaaaa.eyJaaaaaaaa.',
  '>Aa Aa',
  'a+b=',
];

describe('hostile texts', function () {
  this.timeout(300_000);

  for (const part of some(parts, 6)) {
    it(`take linear time: ${JSON.stringify(part)}`, () => {
      assertLinear(
        (size) => {
          const text = part.repeat(Math.ceil(size / part.length));
          const log = aLog({ rawData: head + text, description: text });
          const row = aRow({ detectedValue: text, uri: `/${text}` });
          return () => redactLog(log, row, essential);
        },
        { from: amount(64 * KiB), to: amount(256 * KiB) },
      );
    });
  }
});

describe('redactLog, of a large body', function () {
  this.timeout(300_000);

  for (const kind of BODY_KINDS) {
    it(`takes at most 3 times as long for a character of ${kind} in ${LARGE} MiB as in 1 MiB`, () => {
      const timesOf = (size: number, runs: number) => {
        const log = aLog({ rawData: bodyOf(kind, size) });
        return Array.from({ length: runs }, () => timeOf(() => redactLog(log, undefined, essential)));
      };
      const small = Math.min(...timesOf(MiB, 4));
      const most = 3 * LARGE * small;
      const least = Math.min(...timesOf(LARGE * MiB, 1));
      assert.ok(least <= most || Math.min(...timesOf(LARGE * MiB, 2)) <= most, `${least} ms, ${small} ms`);
    });
  }
});

describe('redactLog, of a very large log', function () {
  this.timeout(120_000);

  it(`keeps the memory for a log of ${amount(64)} MiB within a few times its size`, () => {
    const rawData = `${head}q=${'lorem ipsum dolor sit amet, 12 '.repeat(amount(64 * MiB) / 31)}&password=hunter22`;
    const before = process.memoryUsage().rss;
    const { log } = redactLog(aLog({ rawData }), undefined, essential);
    assert.ok(log.rawData.endsWith('›'));
    const added = (process.memoryUsage().rss - before) / MiB;
    assert.ok(added < 16 * amount(64), `${added.toFixed()} MiB`);
  });
});
