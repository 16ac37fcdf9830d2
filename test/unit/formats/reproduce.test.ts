import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { findProgram } from '../../../scripts/run.mjs';
import { CURL_URL } from '../../../src/formats/curl.ts';
import { readMatch } from '../../../src/formats/report/match.ts';
import { minimalRequest, reproduce } from '../../../src/formats/report/reproduce.ts';
import { exactTexts, Redaction } from '../../../src/redaction/redact.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, essential, hostileLog, reportOf } from './logs.ts';
import { drawn } from './markdownPage.ts';
import { isInstalled, pasteIntoShell, shells } from './pasteIntoShell.ts';

const HEAD = 'Host: h\r\nUser-Agent: x\r\nCookie: sid=abc; cart=<b>\r\nX-Note: <i>\r\n';
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${HEAD}\r\n`;
const post = (type: string, body: string) =>
  `POST /a HTTP/1.1\r\n${HEAD}${type === '' ? '' : `Content-Type: ${type}\r\n`}\r\n${body}`;
const form = (body: string) => post('application/x-www-form-urlencoded', body);
const json = (body: string) => post('application/json', body);

/** Returns the request line, and the other lines except for Host, Content-Type, and Content-Length. */
function least(rawData: string, matched: string) {
  const start = rawData.indexOf(matched);
  const match = { start, end: start + matched.length };
  const [line, ...lines] =
    minimalRequest(rawData, readMatch(aLog({ rawData }), undefined, undefined), match, exactTexts)?.split(
      '\r\n',
    ) ?? [];
  return [line, ...lines.filter((each) => !/^(?:$|(?:Host|Content-Type|Content-Length):)/.test(each))];
}

describe('minimalRequest', () => {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  for (const [name, rawData, matched, ...lines] of [
    ['a path', get('/a/<s>/b?x=1'), '<s>', 'GET /a/<s>/b HTTP/1.1'],
    ['a parameter', get('/a?x=1&q=<s>&y=2'), '<s>', 'GET /a?q=<s> HTTP/1.1'],
    ['a parameter without a path', get('?x=1&q=<s>'), '<s>', 'GET ?q=<s> HTTP/1.1'],
    ['two parameters', get('/a?w=0&x=1&y=2&z=3'), '=1&', 'GET /a?x=1&y=2 HTTP/1.1'],
    ['the version', get('/a?x=1'), ' HTTP', 'GET /a HTTP/1.1'],
    ['a cookie', get('/a?x=1'), '<b>', 'GET /a HTTP/1.1', 'Cookie: cart=<b>'],
    ['all cookies for their header', get('/a'), 'Cookie', 'GET /a HTTP/1.1', 'Cookie: sid=abc; cart=<b>'],
    ['a header', get('/a?x=1'), '<i>', 'GET /a HTTP/1.1', 'X-Note: <i>'],
    ['a field of a form', form('a=1&q=<s>&b=2'), '<s>', 'POST /a HTTP/1.1', 'q=<s>'],
    [
      'a member',
      json('{"u":"x","i":[{"d":1},{"n":"<s>","n":2}]}'),
      '<s>',
      'POST /a HTTP/1.1',
      '{"i":[{"n":"<s>"}]}',
    ],
    [
      'an element far behind',
      json('{"i":[0,1,2,3,4,5,6,7,8,9,10,"<s>"]}'),
      '<s>',
      'POST /a HTTP/1.1',
      '{"i":["<s>"]}',
    ],
    [
      'names that are numbers',
      json('[{"7":{"8":[1],"9":{"0":12345}}}]'),
      '12345',
      'POST /a HTTP/1.1',
      '[{"7":{"9":{"0":12345}}}]',
    ],
    [
      'a member with JSON in it',
      json(String.raw`{"p":1,"c":[{"d":2,"e":"{\"f\":{\"g\":4}}"}]}`),
      String.raw`\"f\":{\"g`,
      'POST /a HTTP/1.1',
      String.raw`{"c":[{"e":"{\"f\":{\"g\":4}}"}]}`,
    ],
    [
      'a form field with JSON in it',
      form('m=%7B%22s%22%3A0%7D&b=1'),
      '%22s%22',
      'POST /a HTTP/1.1',
      'm=%7B%22s%22%3A0%7D',
    ],
    [
      'a part',
      post('multipart/form-data; boundary=b', `${part('a', '1')}${part('q', '<s>')}--b--\r\n`),
      '<s>',
      'POST /a HTTP/1.1',
      '--b',
      'Content-Disposition: form-data; name="q"',
      '<s>',
      '--b--',
    ],
    [
      'a body of no known grammar',
      post('text/plain', 'some <s> text'),
      '<s>',
      'POST /a HTTP/1.1',
      'some <s> text',
    ],
    ['a truncated body', json('{"a":1,"b":"<s>'), '<s>', 'POST /a HTTP/1.1', '{"b":"<s>"}'],
  ] as const) {
    it(`has ${name}`, () => assert.deepEqual(least(rawData, matched), lines));
  }

  it('has the host, the content type, and the length of the body as sent', () => {
    const rawData = form('a=1&q=한<s>');
    const start = rawData.indexOf('한');
    const match = readMatch(aLog({ rawData }), undefined, undefined);
    assert.equal(
      minimalRequest(rawData, match, { start, end: start + 4 }, exactTexts),
      'POST /a HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nq=한<s>',
    );
  });

  it('hides values, and has the length of what it sends', () => {
    const rawData = json(`{"password":"hunter22","q":"Zk9vXq27LmPw' OR 1=1--"}`);
    const log = aLog({ rawData });
    const row = aRow({ detectedValue: "Zk9vXq27LmPw' OR 1=1--" });
    const match = readMatch(log, row, undefined);
    const texts = new Redaction(log, row, essential, match);
    const request = match.main && minimalRequest(rawData, match, match.main, texts);
    assert.match(request ?? '', /Content-Length: 30\r\n\r\n{"q":"HIDDEN-VALUE' OR 1=1--"}$/);
  });

  it('is undefined where the raw data is not a request', () => {
    assert.deepEqual(least('<s>', '<s>'), [undefined]);
  });
});

const attack = "'; touch MADE; #";
const logs = {
  'a plain request': aLog({ rawData: 'GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n' }),
  'a command in every place': aLog({
    rawData: `GET /${attack} HTTP/1.1\r\nHost: a\r\nX: ${attack}$(touch MADE)\`touch MADE\`\r\nY: !!\r\n\r\n${attack}`,
  }),
  'a body of lines': aLog({ rawData: `POST /a HTTP/1.1\r\n\r\n${`${attack}\n`.repeat(20)}` }),
  'a body with NUL': aLog({ rawData: `POST /a HTTP/1.1\r\n\r\na\0${attack}` }),
};

describe('reproduce', function () {
  this.timeout(120_000);
  const commandOf = (log: ReturnType<typeof aLog>) => drawn(reproduce(log) ?? '').blocks[0];

  it('leaves out a log without a request', () => {
    assert.equal(reproduce(aLog()), undefined);
    assert.equal(reproduce(aLog({ rawData: '\0binary' })), undefined);
  });

  it('sends the headers of a log without raw data', () => {
    const request = { firstLine: undefined, headers: [['X-A', 'b'] as const] };
    assert.match(commandOf(aLog({ request })) ?? '', /--request 'GET' .*--header 'X-A: b' \\\n {2}http/s);
  });

  it('says so when the command would be too long', () => {
    const rawData = `POST /a HTTP/1.1\r\n\r\n${'x'.repeat(2_000)}`;
    assert.match(reproduce(aLog({ rawData })) ?? '', /^The command is too long for this report\./);
  });

  it('asks to replace hidden values only if there are any', () => {
    const report = (query: string) =>
      reportOf(aLog({ rawData: `GET /?${query} HTTP/1.1\r\n\r\n` }), aRow({ detectedValue: query })).markdown;
    const note = 'Replace each `HIDDEN-VALUE` with your own value.';
    assert.ok(report("q=Zk9vXq27LmPw' OR 1=1--").includes(note));
    assert.ok(!report("q=' OR 1=1--").includes(note));
  });

  for (const program of ['dash', 'bash', 'zsh', 'busybox']) {
    it(`is read without a fault by ${program}, where that is installed`, function () {
      const path = findProgram([program]);
      if (path === undefined) this.skip();
      const args = program === 'busybox' ? ['ash', '-n'] : ['-n'];
      for (const log of [...Object.values(logs), ...fc.sample(hostileLog, amount(60))]) {
        const command = commandOf(log);
        if (command !== undefined) execFileSync(path, args, { input: command });
      }
    });
  }

  for (const shell of shells.filter(({ isVariant }) => !isVariant)) {
    it(`runs nothing but one curl in ${shell.title}, where ${shell.program} is installed`, async function () {
      if (!isInstalled(shell)) this.skip();
      const commands = Object.values(logs).map((log) => commandOf(log) ?? '');
      const { files, runs, done, screen } = await pasteIntoShell(shell, commands);
      assert.deepEqual(files, [], screen);
      assert.equal(done, commands.length, screen);
      assert.equal(runs.length, commands.length, screen);
      for (const { args } of runs) assert.ok(args.includes(CURL_URL));
    });
  }
});
