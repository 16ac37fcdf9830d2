/**
 * Tests secrets next to, around, and inside others, in requests that do not parse, and in the match. Each input was
 * found by a reader who compared two versions of the code.
 */
import assert from 'node:assert/strict';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { aLog, aRow } from '../formats/logs.ts';

type Level = 'essential' | 'redacted';

const HEAD = 'POST / HTTP/1.1\r\nHost: h\r\n';

function redacted(rawData: string, detail: Level, detectedValue?: string): string {
  const row = detectedValue === undefined ? undefined : aRow({ detectedValue });
  return redactLog(aLog({ rawData }), row, { ...defaultRedaction, detail }).log.rawData;
}

const json = (body: string) => `${HEAD}Content-Type: application/json\r\n\r\n${body}`;
const form = (body: string) => `${HEAD}Content-Type: application/x-www-form-urlencoded\r\n\r\n${body}`;
const chunked = (body: string) => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${body}`;

interface Case {
  readonly what: string;
  readonly rawData: string;
  readonly secrets: readonly string[];
  readonly detail?: Level;
  readonly match?: string;
}

const url = 'http://admin:tiger9@169.254.169.254/latest';
const cases: readonly Case[] = [
  {
    what: 'the credentials of a matched URL between hidden values',
    rawData: form(`user=anna77&url=${url}&z=kqZeta_99`),
    secrets: ['tiger9'],
    detail: 'essential',
    match: url,
  },
  {
    what: 'the credentials of a matched URL between hidden values of a long request',
    rawData: form(`${'a=kqZeta_99&'.repeat(2_000)}user=anna77&url=${url}&z=kqZeta_99`),
    secrets: ['tiger9'],
    detail: 'essential',
    match: url,
  },
  {
    what: 'the option of a matched command between hidden values',
    rawData: json('{"user":"anna77","q":"x;mysql --password=tiger -h a","z":"kq Zeta_99"}'),
    secrets: ['tiger'],
    detail: 'essential',
    match: 'x;mysql --password=tiger -h a',
  },
  {
    what: 'all cookies around a token',
    rawData: json(
      '{"headers":"{\\"Cookie\\":\\"a=kq77tiger; s=ghp_0123456789abcdefghijABCDEFGHIJ012345; t=zz9lion\\"}"}',
    ),
    secrets: ['kq77tiger', 'zz9lion', 'ghp_0123'],
  },
  {
    what: 'the text around a URL with credentials in a password',
    rawData: json('{"cfg":"{\\"password\\":\\"tiger zoo https://u:rhino@h/ lion\\"}"}'),
    secrets: ['tiger', 'rhino', 'lion'],
  },
  {
    what: 'the text around a key in an encoded element',
    rawData: `${HEAD}\r\n<d>&lt;Password&gt;tiger AKIAIOSFODNN7EXAMPLE zoo&lt;/Password&gt;</d>`,
    secrets: ['tiger', 'AKIA', 'zoo'],
  },
  {
    what: 'a folded credential in a head with a line that is no header',
    rawData: 'GET /x HTTP/1.1\r\nHost: h\r\n: nocolonname\r\nAuthorization: Basic\r\n\tdGlnZXI6em9v\r\n\r\n',
    secrets: ['dGlnZXI6em9v'],
  },
  {
    what: 'the option of a command in a body after a line without a version',
    rawData: 'POST /api\r\nHost: h\r\n\r\n{"d":"mysql -u root --session=88412907 db"}',
    secrets: ['88412907'],
  },
  {
    what: 'a value with a space in a body after a line that is no header',
    rawData: 'POST /api HTTP/1.1\r\n: x\r\n\r\n{"a":"x & password=abc def"}',
    secrets: ['abc'],
  },
  {
    what: 'an option in a list of more than two arguments',
    rawData: json(
      '{"cmd":["curl","--token","hunter2secret","x"],"args":["--password","tiger","--host","a"]}',
    ),
    secrets: ['hunter2secret', 'tiger'],
  },
  {
    what: 'a password in two chunks with different line ends',
    rawData: chunked('a\npassword=h\r\n7\nunter2x\r\n0\r\n\r\n'),
    secrets: ['unter2x'],
  },
  {
    what: 'the arguments of a call that takes a password',
    rawData: json('["execute_kw","db",2,"tiger zoo"]'),
    secrets: ['tiger'],
  },
  {
    what: 'the parameters of a call that takes a password',
    rawData: form('fn=wp.getPosts&u=admin&p=tiger+zoo'),
    secrets: ['tiger'],
  },
];

describe('redaction of overlapping secrets', () => {
  for (const { what, rawData, secrets, detail = 'redacted', match } of cases)
    it(`hides ${what}`, () => {
      const text = redacted(rawData, detail, match);
      for (const secret of secrets) assert.ok(!text.includes(secret), text.slice(-400));
    });
});
