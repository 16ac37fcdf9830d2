import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CURL_URL, curlRequest, toCurl } from '../../../src/formats/curl.ts';
import { amount, isWhole, some } from '../../proofs.ts';
import { type Sendable, sendable, wire } from './curlReplay.ts';
import { aLog, hostileLog } from './logs.ts';
import { isInstalled, type Pasted, pasteIntoShell, shells } from './pasteIntoShell.ts';

type Log = ReturnType<typeof aLog>;

/** Returns the arguments that `curl` must be called with, and the body that it must read or receive. */
function expected(log: Log) {
  const { options, body } = curlRequest(log);
  const words = options.flatMap(([name, value]) =>
    value === undefined ? [`--${name}`] : [`--${name}`, value],
  );
  return { words: [...words, CURL_URL].map(asUtf8), body: asUtf8(body) };
}

/** Encodes a text as a program receives it. In UTF-8, a lone surrogate becomes a different character. */
const asUtf8 = (text: string) => Buffer.from(text).toString();

function asExpected({ args, input }: Pasted['runs'][number]) {
  const index = args.findIndex((word) => word === '--data-raw' || word === '--data-binary');
  if (index < 0) return { words: args, body: '' };
  const body = args[index] === '--data-raw' ? (args[index + 1] ?? '') : input;
  return { words: args.toSpliced(index, 2), body };
}

const get = (target: string, ...headers: readonly string[]) =>
  aLog({ rawData: [`GET ${target} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n') });
const post = (body: string) => aLog({ rawData: `POST / HTTP/1.1\r\nHost: a\r\n\r\n${body}` });

/** Places the part one character later on each line. */
const everywhere = (part: string) =>
  get(`/${Array.from({ length: 350 }, (_, index) => 'a'.repeat(index % 29) + part).join('')}`);

const command = '; touch MADE; #';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code + 1)).filter(
  (character) => !'\r\n'.includes(character),
);

const attacks: Readonly<Record<string, Log>> = {
  'a line longer than BusyBox reads': get(`/${'a'.repeat(1_200)}`, `X: ${command}`),
  'a line longer than a terminal reads': get(`/${'a'.repeat(5_000)}`, `X: ${command}`),
  'a header of many lines': get('/', `X: ${`a'${command}`.repeat(200)}`),
  'quotes at every offset': everywhere("'"),
  'escapes at every offset': everywhere('\\!'),
  'invisible characters at every offset': everywhere(`\u200b${command}`),
  'characters of several bytes at every offset': everywhere('é한👍 '),
  'only characters of four bytes': get(`/${'👍'.repeat(300)}`),
  'control characters': get(
    `/${controls.join(command)}`,
    `X: ${controls.join(`'${command}`)}`,
    `Y: \x1b[201~${command}`,
  ),
  'the history': get(
    '/!touch:s/HISTORY/MADE/',
    'X: !! !-1 !$ !#',
    'Y: \'!touch\' \\!! "!!"',
    'Z: !{touch} ^HISTORY^MADE^',
  ),
  'quotes of PowerShell and fish': get('/‘’‚‛', `X: \\'${command}\\`, `Y: “${command}`),
  'bytes that some line editors take for commands': get('/', `X: £${command}`, `Y: £\u00a3 touch MADE #²³¹`),
  'a body of lines': post(
    `a\n${command}\n^HISTORY^MADE\n!touch:s/HISTORY/MADE/\ntouch MADE\n'\ntouch MADE\n\n`,
  ),
  'a body that begins like an option': post('--boundary\r\n%s%n\\c\\101%\r\n'),
  'a body with NUL': post(`a\0${command}\n\0`),
};

/** A target that takes many lines, and a body that takes more than a pipe can contain. */
const large: readonly Log[] = [get(`/${`'${command}`.repeat(6_500)}`), post(`'${command}\n`.repeat(7_500))];

const generated: readonly Log[] = [
  ...fc.sample(sendable, amount(30)).map((request: Sendable) => aLog({ rawData: wire(request) })),
  ...fc.sample(hostileLog, amount(30)),
];

describe('toCurl, pasted into an interactive shell', function () {
  this.timeout(120_000);

  for (const shell of shells) {
    describe(`${shell.title}, where ${shell.program} is installed`, () => {
      before(function () {
        if (!isInstalled(shell)) this.skip();
      });

      it('runs nothing but curl, with the arguments and the body of each log', async () => {
        const all = [...Object.values(attacks), ...large, ...generated];
        const logs = shell.isVariant && !isWhole ? some(Object.values(attacks)) : all;
        assertRuns(logs, await pasteIntoShell(shell, logs.map(toCurl)));
      });
    });
  }
});

function assertRuns(logs: readonly Log[], { done, files, runs, screen }: Pasted): void {
  assert.deepEqual(files, [], 'Something else was run.');
  for (const [index, log] of logs.entries()) {
    const run = runs[index];
    assert.ok(
      run,
      `curl was not run for ${JSON.stringify(log.rawData.slice(0, 200))}\n${screen.slice(-4_000)}`,
    );
    assert.deepEqual(asExpected(run), expected(log));
  }
  assert.equal(runs.length, logs.length);
  assert.equal(done, logs.length, screen.slice(-4_000));
  assert.doesNotMatch(
    screen,
    /(?:not found|no matches|event not found|parse error|[Ss]yntax error|unmatched)/,
  );
}
