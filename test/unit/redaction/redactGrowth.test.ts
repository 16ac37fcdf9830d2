import assert from 'node:assert/strict';
import { redactLog } from '../../../src/redaction/redact.ts';
import { amount, some } from '../../proofs.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';
import { assertLinear, timeOf } from '../growth.ts';
import { BODY_KINDS, bodyOf } from './bodies.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const head = 'POST / HTTP/1.1\r\nHost: shop.example\r\n\r\n';

/**
 * Parts that an attacker might repeat: the slowest ones found by trying some ten thousand combinations of the
 * beginnings of grammars, names, and shapes, and the attacks that recheck found against earlier expressions.
 */
const parts = [
  'x-aa: ',
  'password ',
  'password is a1 ',
  'echo a1 |',
  'a/a:a1',
  'a@a.a:',
  ' --a=',
  ' -p',
  'login a ',
  'htpasswd -b a ',
  'f("a",',
  '{a:a,',
  '["a"]=>',
  '<login><arg0>',
  '"a":{',
  'verification code ',
  '1234 is your ',
  'use 1234 to ',
  '"code":"',
  '/a1B2c3D4e5f6G7h8I9j0K1l2M3n4O5p6',
  'a_b_a1B',
  'a:1:a:',
  '"a=>',
  ' a="',
  '"a" =>',
  'O:1',
  'a|s:1:"',
  's:1:"a";',
  '<a name="a" ',
  '<a name="a">',
  '<a value="a" ',
  '<param name="password">net use \u2039na: ',
  '<a name="a" "token":["<a name="a" @\\na',
  'Private-Lines: 1 a ',
  'Set-Cookie: a=b; ',
  'setA(Set-Cookie: a=b; ',
  'code=code=M\\"${',
  'code=',
  '&a=code=',
  '/a/\\ncode=',
  '&#34;',
  '\u201c',
  '`\u201c`',
  '${{R',
  'select ',
  '"or',
  '/*',
  'X-',
  'MM-M-',
  'http -a ',
  'redis-cli -',
  'docker login\t',
  'mysql-',
  'AUTH LOGIN a ',
  'sqlplus a/',
  '"K\':',
  '\'T"v":',
  '"value":"a",',
  '"name":"a",',
  '<ID>a</ID><',
  '/reset/a1B2c3D4e5',
  'cGFzc3dvcmQ9eA==',
  '706173733d78',
  'username,password\na,b\n',
  'ewAiAHAAYQBzAHMA',
  'a:b@tcp',
  'password=hunter22&',
  '5|0|9|a|',
  'c0-methodName=login\n',
  'c0-param0=string:a\n',
  '"method":"login","params":["a",',
  '"method":"login","params":["\\\\',
  "insert into a(password) values ('a',",
  'insert into a(password) values (',
  'a=b password=',
  'set token ',
  'config set //a:',
  'variable "token" default = ',
  'variable "token" ',
  'password router est ',
  '비밀번호는 ',
  '| password |',
  '---- BEGIN Static key V1 ',
  '----BEGIN PRIVATE KEY----\\n',
  'eyJye',
  'eyJaaaaaaaa.eyJaaaaaaaa.',
  'a+b=',
  '"password":"hunter22",',
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
    it(`takes at most 1.5 times as long for a character of ${kind} in ${amount(32)} MiB as in 1 MiB`, () => {
      const timesOf = (size: number, runs: number) => {
        const log = aLog({ rawData: bodyOf(kind, size) });
        return Array.from({ length: runs }, () => timeOf(() => redactLog(log, undefined, essential)));
      };
      const [small, large] = [Math.min(...timesOf(MiB, 4)), amount(32)];
      const most = 1.5 * large * small;
      const least = Math.min(...timesOf(large * MiB, 1));
      assert.ok(least <= most || Math.min(...timesOf(large * MiB, 2)) <= most, `${least} ms, ${small} ms`);
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
