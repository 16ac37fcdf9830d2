import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { toCurl } from '../../../src/report/curl.ts';
import { curlConfig } from '../../../src/report/curlPowerShell.ts';
import { curlRequest } from '../../../src/report/curlRequest.ts';
import { aLog } from './logs.ts';

/** A request that curl can send as it is: Host first, no NUL and no line ends but in the body. */
interface Sendable {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly lines: readonly string[];
  readonly body: string;
}

const oneLine = (text: string) => text.replace(/[\r\n\0]/g, '');
const nasty = fc.constantFrom(
  "'",
  '"',
  '`',
  '$(touch x)',
  '$HOME',
  '\\',
  "\\'",
  '!!',
  '# no comment',
  '; exit',
  '&',
  '|',
  '\x1b[2J',
  '\x03',
  '\x7f',
  '\t',
  '\u202e',
  '\u0085',
  'é',
  '日本',
  '👍',
  '@/etc/passwd',
  '<!--',
  "' OR '1'='1",
  '%00',
  '../..',
  '\ud83d',
);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
/** As it arrives, which is without white space around it and with characters for lone surrogates. */
const value = text.map((whole) => oneLine(whole).replace(/^[ \t]+|[ \t]+$/g, ''));
const token = fc.string({ unit: fc.constantFrom(..."ABCxyz019!#$%&'*+-.^_`|~"), minLength: 1, maxLength: 8 });

const headerLine = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'Cookie',
        'Referer',
        'X-Test',
        'User-Agent',
        'Accept',
        'Content-Type',
        'Range',
        'Authorization',
      ),
      value,
    )
    .map(([name, content]) => (content === '' ? `${name}:` : `${name}: ${content}`)),
  fc
    .tuple(token, fc.constantFrom('', ' ', '  ', '\t'), value)
    .map(([name, space, content]) => (content === '' ? `X-${name}:` : `X-${name}:${space}${content}`)),
);

const sendable: fc.Arbitrary<Sendable> = fc
  .record({
    method: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'CONNECT') },
      { weight: 1, arbitrary: token },
    ),
    target: fc.oneof(
      fc.constantFrom('*', '//a/../b', 'http://other.example/x', '/a b  c', '/?q=[1-9]{a,b}'),
      value.map((rest) => `/${rest}`),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
    lines: fc
      .tuple(
        fc.constantFrom([], ['Host: shop.example'], ['Host: a b:99'], ['Host:']),
        fc.array(headerLine, { maxLength: 6 }),
        fc.constantFrom([], [], ['Content-Length: 3']),
      )
      .map((parts) => parts.flat()),
    body: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: text },
      text.map((part) => `${part}\n${'0123456789'.repeat(900)}`),
      fc.constant('@/etc/passwd'),
    ),
  })
  .filter(({ method, body }) => method !== 'HEAD' || body === '');

const wire = ({ method, target, version, lines, body }: Sendable) =>
  [`${method} ${target} ${version}`, ...lines, '', body].join('\r\n');

/** Runs the script in bash, its `curl` led to a local server that answers once as many bytes came as expected. */
async function replay(script: string, expected: readonly Buffer[]): Promise<Buffer[]> {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    const index = received.push(Buffer.alloc(0)) - 1;
    socket.on('data', (data) => {
      const whole = Buffer.concat([received[index] ?? data, data]);
      received[index] = whole;
      if (whole.length >= (expected[index]?.length ?? 0)) {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      }
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(tmpdir(), 'curl-replay-'));
  try {
    const { port } = server.address() as AddressInfo;
    const wrapper = `curl() { command curl --disable --silent --max-time 5 --expect100-timeout 0.01 --connect-to ::127.0.0.1:${port} "$@" >/dev/null; }\n`;
    await writeFile(path.join(folder, 'script'), wrapper + script);
    await new Promise<void>((resolve, reject) => {
      execFile('bash', ['script'], { cwd: folder, env: { PATH: process.env['PATH'] } }, (error, _, stderr) =>
        stderr === '' ? resolve() : reject(error ?? new Error(stderr)),
      );
    });
    return received;
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}

function assertSame(received: readonly Buffer[], sent: readonly Sendable[]): void {
  for (const [index, request] of sent.entries()) {
    const lines = (received[index] ?? Buffer.alloc(0)).toString('utf8').split('\r\n');
    assert.deepEqual(
      lines,
      Buffer.from(wire(request)).toString('utf8').split('\r\n'),
      `request ${index}: ${toCurl(aLog({ rawData: wire(request) }))}`,
    );
  }
  assert.equal(received.length, sent.length);
}

describe('curl, really run', function () {
  this.timeout(60_000);

  it('sends 300 arbitrary requests line by line as they were logged', async () => {
    const sent = fc.sample(sendable, 300);
    const script = sent.map((request) => toCurl(aLog({ rawData: wire(request) }))).join('');
    assertSame(
      await replay(
        script,
        sent.map((request) => Buffer.from(wire(request))),
      ),
      sent,
    );
  });

  it('sends the same from a configuration file, as PowerShell has it', async () => {
    const sent = fc.sample(
      sendable.filter(({ body }) => body === ''),
      50,
    );
    const script = sent.map((request) => {
      const config = Buffer.from(curlConfig(curlRequest(aLog({ rawData: wire(request) })).options)).toString(
        'base64',
      );
      return `base64 -d <<< '${config}' | curl --config - http://REPLACE-ME\n`;
    });
    assertSame(
      await replay(
        script.join(''),
        sent.map((request) => Buffer.from(wire(request))),
      ),
      sent,
    );
  });
});
