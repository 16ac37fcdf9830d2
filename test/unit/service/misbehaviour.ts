/** All known ways in which a server or a network misbehaves, with the resulting faults. */
import { readFileSync } from 'node:fs';
import type net from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FaultCode, FaultFacts } from '../../../src/base/errors.ts';
import { failure, response, success } from './loopback.ts';

/** Answers one request. */
type Answer = (socket: net.Socket) => void;
type Misbehaviour = readonly [what: string, code: FaultCode, answer: Answer, facts?: Partial<FaultFacts>];

const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const LONG = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
const body = success({ items: [], total_count: '0', page: '1', per_page: '20' });

const fixed =
  (bytes: string | Buffer): Answer =>
  (socket) =>
    socket.write(bytes);
const thenEnd =
  (bytes: string | Buffer): Answer =>
  (socket) =>
    socket.end(bytes);
const thenReset =
  (bytes: string): Answer =>
  (socket) => {
    if (bytes === '') socket.resetAndDestroy();
    else socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));
  };
/** Writes `piece` until the client disconnects. */
const endless =
  (head: string, piece: Buffer, pause = 0): Answer =>
  (socket) => {
    socket.write(head);
    const more = () => {
      if (socket.destroyed) return;
      socket.write(piece, () => (pause === 0 ? setImmediate(more) : setTimeout(more, pause)));
    };
    more();
  };

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const status = (line: string, bytes: string | Buffer, ...headers: string[]) =>
  fixed(response(line, bytes, ...headers));
const ok = (bytes: string | Buffer, ...headers: string[]) => status('200 OK', bytes, JSON_TYPE, ...headers);
const spaces = chunk(Buffer.alloc(65_536, ' '));
/** 1 GiB of spaces, compressed to a megabyte. */
const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '))));
const notGzip = { found: 'a body that is not valid gzip' };
const notUtf8 = { found: 'text that is not UTF-8' };

/** The misbehaving responses. The tested client has small size limits. */
export const misbehaviours: readonly Misbehaviour[] = [
  ['is reset before the headers', 'truncated', thenReset('')],
  ['is closed within the headers', 'truncated', thenEnd('HTTP/1.1 200 OK\r\nContent-')],
  ['is reset after the headers', 'truncated', thenReset(LONG)],
  ['is reset within the body', 'truncated', thenReset(`${LONG}{"message":`)],
  ['is closed within a chunk', 'truncated', thenEnd(`${CHUNKED}ff\r\n{"message":`)],
  ['has an endless body', 'too-large', endless(CHUNKED, spaces)],
  ['is a gzip bomb', 'too-large', ok(bomb, 'Content-Encoding: gzip')],
  ['has huge headers', 'too-large', fixed(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`)],
  ['has endless headers', 'too-large', endless('HTTP/1.1 200 OK\r\n', Buffer.from('X-A: b\r\n'.repeat(100)))],
  [
    'has a short Content-Length',
    'truncated',
    thenEnd(`HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n${body}`),
  ],
  ['has a long Content-Length', 'truncated', thenEnd(`${LONG}${body}`)],
  [
    'has an odd Content-Length',
    'unreachable',
    fixed(`HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n${body}`),
  ],
  ['has broken chunks', 'truncated', fixed(`${CHUNKED}zz\r\n`)],
  ['is not HTTP', 'unreachable', fixed('SSH-2.0-OpenSSH_9.9\r\n')],
  ['is not gzip', 'not-json', ok(body, 'Content-Encoding: gzip'), notGzip],
  ['is cut gzip', 'truncated', ok(gzipSync(body.repeat(50)).subarray(0, 60), 'Content-Encoding: gzip')],
  ['has a strange encoding', 'not-json', ok(brotliCompressSync(body), 'Content-Encoding: x-strange')],
  ['is UTF-16', 'not-json', ok(Buffer.from(`\ufeff${body}`, 'utf16le')), notUtf8],
  ['is Latin-1', 'not-json', ok(Buffer.from(success({ a: 'é' }), 'latin1')), notUtf8],
  [
    'is an HTML page with 200',
    'not-json',
    status('200 OK', '<!doctype html><script>alert(1)</script>', 'Content-Type: text/html'),
    { status: 200, contentType: 'text/html' },
  ],
  ['is empty', 'not-json', status('200 OK', ''), { contentType: '', found: 'an empty body' }],
  ['is null', 'bad-shape', ok('null'), { field: 'the whole response', found: 'null' }],
  ['has no data', 'bad-shape', ok(failure('RES000000', 'success')), { field: 'data', found: 'nothing' }],
  ['is no success', 'unexpected-result', ok(failure('RES000029', 'no')), { messageKey: 'RES000029' }],
  ...(
    [
      [206, 'unexpected-result'],
      [301, 'redirected'],
      [400, 'bad-request'],
      [403, 'forbidden'],
      [404, 'not-found'],
      [429, 'rate-limited'],
      [502, 'server-error'],
    ] as const
  ).map(
    ([number, code]): Misbehaviour => [
      `has the status ${number}`,
      code,
      status(`${number} X`, '<html></html>', 'Content-Type: text/html', 'Location: http://127.0.0.1:9/'),
      { status: number },
    ],
  ),
  ['has the status 304', 'unexpected-result', fixed('HTTP/1.1 304 X\r\n\r\n'), { status: 304 }],
  [
    'is a 500 whose body is reset',
    'server-error',
    thenReset('HTTP/1.1 500 X\r\nContent-Length: 100\r\n\r\n{"mess'),
    { status: 500 },
  ],
  [
    'is a 401 with an endless body',
    'unauthorized',
    endless('HTTP/1.1 401 X\r\nTransfer-Encoding: chunked\r\n\r\n', spaces),
    { status: 401 },
  ],
  ['is a 101', 'truncated', fixed('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
];

/** The misbehaviors that only a time limit ends. */
export const slowMisbehaviours: readonly Misbehaviour[] = [
  ['hangs before the headers', 'timeout', () => {}],
  ['hangs within the headers', 'timeout', fixed('HTTP/1.1 200 OK\r\nContent-')],
  ['hangs after the headers', 'timeout', fixed(LONG)],
  ['hangs within the body', 'timeout', fixed(`${LONG}{"message":`)],
  ['drips its headers', 'timeout', endless('HTTP/1.1 200 OK\r\n', Buffer.from('X-A: b\r\n'), 5)],
  ['drips its body', 'timeout', endless(CHUNKED, chunk(Buffer.from(' ')), 5)],
  [
    'sends one 103 after the other',
    'timeout',
    endless('', Buffer.from('HTTP/1.1 103 X\r\nLink: <a>\r\n\r\n'), 5),
  ],
];

/** Returns a file of the fixtures folder. */
export const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
