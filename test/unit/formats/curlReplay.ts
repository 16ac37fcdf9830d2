/** Requests to replay with curl against a local server, which reports the bytes that arrive. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { hostileText } from './logs.ts';

/**
 * A request that curl can send unchanged: Host first, no NUL, no line ends except in the body, and no header value that
 * consists only of white space.
 */
export interface Sendable {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly lines: readonly string[];
  readonly body: string;
}

const oneLine = (text: string) => text.replace(/[\r\n\0]/g, '');
const nasty = fc.constantFrom(
  ...['$(touch x)', '$HOME', "\\'", '!!', '# no comment', '; exit', '&', '@/etc/passwd', "' OR '1'='1"],
  ...['\x03', '\x7f', '\t', '\u0085', 'é', '日本', '👍', '%00', '../..'],
);
const text = fc
  .array(fc.oneof(nasty, hostileText, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
/** The value as it arrives: without surrounding white space, and with replacement characters for lone surrogates. */
const value = text.map((whole) => oneLine(whole).replace(/^[ \t]+|[ \t]+$/g, ''));
const headerValue = value.filter((content) => content === '' || /[^\v\f \t]/.test(content));
const token = fc.string({ unit: fc.constantFrom(..."ABCxyz019!#$%&'*+-.^_`|~"), minLength: 1, maxLength: 8 });

const headerLine = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('Cookie', 'Referer', 'User-Agent', 'Accept', 'Content-Type', 'Range', 'Authorization'),
      headerValue,
    )
    .map(([name, content]) => (content === '' ? `${name}:` : `${name}: ${content}`)),
  fc
    .tuple(token, fc.constantFrom('', ' ', '  ', '\t'), headerValue)
    .map(([name, space, content]) => (content === '' ? `X-${name}:` : `X-${name}:${space}${content}`)),
);

export const sendable: fc.Arbitrary<Sendable> = fc
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

/** Returns the request as it is logged and as it must arrive. */
export const wire = ({ method, target, version, lines, body }: Sendable) =>
  [`${method} ${target} ${version}`, ...lines, '', body].join('\r\n');

/**
 * Runs the scripts that send the requests to a server on this computer, which responds to each after the expected number
 * of bytes, and compares the bytes received with the requests, line by line.
 * @param run runs the text of all scripts in an empty folder; each must be sent to the port
 */
export async function replay(
  sent: readonly Sendable[],
  scriptOf: (request: Sendable) => string,
  run: (scripts: string, port: number, folder: string) => Promise<unknown>,
): Promise<void> {
  const lengths = sent.map((request) => Buffer.byteLength(wire(request)));
  const came: Buffer[] = [];
  const server = createServer((socket) => {
    const index = came.push(Buffer.alloc(0)) - 1;
    socket.on('data', (data) => {
      const whole = Buffer.concat([came[index] ?? data, data]);
      came[index] = whole;
      if (whole.length >= (lengths[index] ?? 0))
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    socket.on('error', () => {});
    socket.setTimeout(5_000, () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(path.join(tmpdir(), 'curl replay '));
  try {
    await run(sent.map(scriptOf).join(''), (server.address() as AddressInfo).port, folder);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
  for (const [index, request] of sent.entries()) {
    const [lines, expected] = [came[index] ?? '', wire(request)].map((bytes) =>
      Buffer.from(bytes).toString().split('\r\n'),
    );
    assert.deepEqual(lines, expected, `request ${index}: ${scriptOf(request)}`);
  }
  assert.equal(came.length, sent.length);
}
