import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { findProgram } from '../../../../scripts/run.mjs';
import { CURL_URL } from '../../../../src/formats/curlRequest.ts';
import { reproduce } from '../../../../src/formats/report/reproduce.ts';
import { amount } from '../../../proofs.ts';
import { aLog, hostileLog } from '../logs.ts';
import { drawn } from '../markdownPage.ts';
import { isInstalled, pasteIntoShell, shells } from '../pasteIntoShell.ts';

type Log = ReturnType<typeof aLog>;

const ROOM = 9000;
const SHELLS =
  'For dash, bash, zsh, or another POSIX shell. Replace REPLACE-ME with the address of your server.';
const post = (body: string, headers = '') =>
  aLog({ rawData: `POST /a HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}` });
/** The command for a log in which a value is hidden. */
const written = (log: Log) => reproduce(log, ROOM, true) ?? '';
const commandOf = (markdown: string) => drawn(markdown).blocks[0];

const attack = "'; touch MADE; #";
const logs: Readonly<Record<string, Log>> = {
  'a plain request': aLog({ rawData: 'GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n' }),
  'secrets, of which placeholders are made': aLog({
    rawData: `GET /?token=‹12 characters› HTTP/1.1\r\nHost: a\r\nCookie: sid=Zk9vXq27LmPw; b=${attack}\r\n\r\n`,
  }),
  'placeholders of an attacker': aLog({
    rawData: `GET /‹in the log, not ours: redacted: cookie 1› HTTP/1.1\r\nHost: a\r\nX: ‹in the log, not ours: redacted: cookie 1›${attack}\r\nCookie: sid=Zk9vXq27LmPw\r\n\r\n`,
  }),
  'a command in every place': aLog({
    rawData: `GET /${attack} HTTP/1.1\r\nHost: a\r\nX: ${attack}$(touch MADE)\`touch MADE\`\r\nY: !!\r\n\r\n${attack}`,
  }),
  'a body of lines': post(`${attack}\n`.repeat(20)),
  'a long body': post(attack.repeat(1000)),
  'a body with NUL': post(`a\0${attack}`),
};

describe('reproduce', function () {
  this.timeout(120_000);

  it('leaves out a log without a request', () => {
    assert.equal(reproduce(aLog(), ROOM), undefined);
    assert.equal(reproduce(aLog({ rawData: '\0binary' }), ROOM), undefined);
  });

  it('sends the headers of a log without a request line, however long its raw data is', () => {
    const request = { firstLine: undefined, headers: [['X-A', 'b'] as const] };
    for (const rawData of ['', `\0${'x'.repeat(70_000)}`])
      assert.match(
        commandOf(written(aLog({ rawData, request }))) ?? '',
        /--request 'GET' .*--request-target '\/' .*--header 'X-A: b' \\\n {2}http:\/\/REPLACE-ME\n$/s,
      );
  });

  it('says what a body above 4 KB is to be read from', () => {
    const fits = written(post('a'.repeat(4096)));
    assert.match(fits, /--data-raw/);
    const long = written(post('a'.repeat(4097)));
    assert.match(long, /Save the body \(4,097 bytes\) as `request-body`\./);
    assert.match(commandOf(long) ?? '', /--data-binary '@request-body' \\\n {2}http:\/\/REPLACE-ME\n$/);
    assert.match(written(post('한'.repeat(1366))), /Save the body \(4,098 bytes\)/);
  });

  it('sends the length of the body as it is after redaction', () => {
    const body = 'password=‹12 characters›&a=b';
    const length = (header: number) =>
      /Content-Length: (\d+)/.exec(written(post(body, `Content-Length: ${header}\r\n`)))?.[1];
    assert.equal(length(Buffer.byteLength(body)), String('password=HIDDEN-VALUE&a=b'.length));
    assert.equal(length(5), '5', 'A wrong length may be the attack.');
    assert.match(
      written(post(body)),
      /Replace each `HIDDEN-VALUE` with your own value\. Adjust Content-Length to the new body\./,
    );
  });

  it('changes only the length of the body, and says what to replace', () => {
    const body = 'password=‹12 characters›&a=b';
    const headers = ['X-Content-Length: 32', 'Content-Length-X: 32', 'Content-Length : 32', 'Z: z', ''];
    assert.equal(
      written(post(body, headers.join('\r\n'))),
      `${SHELLS} A header name ends with whitespace. Replace each \`HIDDEN-VALUE\` with your own value. Adjust Content-Length to the new body.

\`\`\`text
curl --http1.1 \\
  --request 'POST' \\
  --request-target '/a' \\
  --header 'User-Agent:' \\
  --header 'Accept:' \\
  --header 'Content-Type:' \\
  --header 'Expect:' \\
  --header 'Host: a' \\
  --header 'X-Content-Length: 32' \\
  --header 'Content-Length-X: 32' \\
  --header 'Content-Length : 25' \\
  --header 'Z: z' \\
  --data-raw 'password=HIDDEN-VALUE&a=b' \\
  http://REPLACE-ME
\`\`\``,
    );
    const remarks = (log: Log, exact = false) =>
      (exact ? reproduce(log, ROOM) : written(log))?.split('\n')[0];
    assert.equal(remarks(post('a=b')), SHELLS);
    const literal = post('a=HIDDEN-VALUE');
    assert.equal(remarks(literal, true), SHELLS);
    const long = post(`password=‹12 characters›&a=${'b'.repeat(4096)}`);
    assert.equal(remarks(long), `${SHELLS} Save the body (4,120 bytes) as \`request-body\`.`);
  });

  it('writes each placeholder without quotes', () => {
    const log = aLog({
      rawData: 'GET /‹number, 16 digits›/‹12 characters› HTTP/1.1\r\nHost: a\r\n\r\n',
    });
    assert.match(reproduce(log, ROOM, true) ?? '', /'\/HIDDEN-VALUE\/HIDDEN-VALUE' /);
    const firstLine = 'GET /‹12 characters› HTTP/1.1';
    const head = aLog({ request: { firstLine, headers: [] } });
    assert.match(reproduce(head, ROOM, true) ?? '', /--request-target '\/HIDDEN-VALUE' /);
  });

  it('says so when the command would be too long', () => {
    const headers = Array.from({ length: 2000 }, (_, index) => `X-${index}: ${index}\r\n`).join('');
    assert.match(
      written(post('', headers)),
      /^The command is too long for this report\. To get it, use \*\*Copy As…\*\*/,
    );
    assert.match(written(post('', `X: ${'x'.repeat(70_000)}\r\n`)), /^The command is too long/);
  });

  it('leaves a body of more than 400 bytes to a file if the command does not fit with it', () => {
    const headers = `X: ${'x'.repeat(1000)}\r\n`;
    for (const [length, isInFile] of [
      [400, false],
      [401, true],
    ] as const) {
      const log = post('a'.repeat(length), headers);
      const { length: whole } = reproduce(log, ROOM) ?? '';
      assert.equal(reproduce(log, whole), reproduce(log, ROOM));
      const markdown = reproduce(log, whole - 1) ?? '';
      assert.equal(markdown.includes('Save the body (401 bytes) as `request-body`.'), isInFile);
      assert.equal(markdown.startsWith('The command is too long for this report.'), !isInFile);
      if (!isInFile) continue;
      assert.equal(reproduce(log, markdown.length), markdown);
      assert.match(reproduce(log, markdown.length - 1) ?? '', /^The command is too long/);
    }
  });

  it('asks to replace placeholders only if the command has any', () => {
    assert.doesNotMatch(written(post('a=b')), /Replace each `HIDDEN/);
    const literal = post('a=HIDDEN-VALUE');
    assert.doesNotMatch(reproduce(literal, ROOM) ?? '', /Replace each `HIDDEN/);
  });

  it('stays in its room for any log, and is drawn as text', () => {
    fc.assert(
      fc.property(hostileLog, (log) => {
        const markdown = written(log);
        assert.ok(markdown.length <= ROOM);
        assert.deepEqual(drawn(markdown).unsafe, []);
      }),
    );
  });

  for (const program of ['dash', 'bash', 'zsh', 'busybox']) {
    it(`is read without a fault by ${program}, where that is installed`, function () {
      const path = findProgram([program]);
      if (path === undefined) this.skip();
      const args = program === 'busybox' ? ['ash', '-n'] : ['-n'];
      for (const log of [...Object.values(logs), ...fc.sample(hostileLog, amount(60))]) {
        const command = commandOf(written(log));
        if (command !== undefined) execFileSync(path, args, { input: command });
      }
    });
  }

  for (const shell of shells.filter(({ isVariant }) => !isVariant)) {
    it(`runs nothing but one curl in ${shell.title}, where ${shell.program} is installed`, async function () {
      if (!isInstalled(shell)) this.skip();
      const commands = Object.values(logs).map((log) => commandOf(written(log)) ?? '');
      const { files, runs, done, screen } = await pasteIntoShell(shell, commands);
      assert.deepEqual(files, [], screen);
      assert.equal(done, commands.length, screen);
      assert.equal(runs.length, commands.length, screen);
      for (const { args } of runs) assert.ok(args.includes(CURL_URL));
      const [, secrets, planted] = runs.map(({ args }) => args);
      assert.ok(secrets?.includes('/?token=HIDDEN-VALUE'), String(secrets));
      assert.ok(planted?.includes(`X: ‹in the log, not ours: redacted: cookie 1›${attack}`), String(planted));
    });
  }
});
