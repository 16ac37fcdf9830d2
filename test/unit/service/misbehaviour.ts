/** All known ways in which a server or a network misbehaves, with the resulting faults. */
import { readFileSync } from 'node:fs';
import type net from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FaultCode, FaultFacts } from '../../../src/base/errors.ts';
import { failure, response, success } from './loopback.ts';

export interface Misbehaviour {
  readonly what: string;
  readonly code: FaultCode;
  readonly facts?: Partial<FaultFacts>;
  /** True if it is ended by a time limit. */
  readonly takesTime?: boolean;
  /** True if the editor's `fetch` sees it differently. */
  readonly directOnly?: boolean;
  /** Answers one request. */
  readonly answer: (socket: net.Socket) => void;
}

const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const LONG = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
const body = success({ items: [], total_count: '0', page: '1', per_page: '20' });

const fixed = (bytes: string | Buffer) => (socket: net.Socket) => {
  socket.write(bytes);
};

const thenEnd = (bytes: string | Buffer) => (socket: net.Socket) => {
  socket.end(bytes);
};

const thenReset = (bytes: string) => (socket: net.Socket) => {
  if (bytes === '') socket.resetAndDestroy();
  else socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));
};

/** Writes `piece` until the client disconnects. */
const endless =
  (head: string, piece: Buffer, pause = 0) =>
  (socket: net.Socket) => {
    socket.write(head);
    const more = () => {
      if (socket.destroyed) return;
      socket.write(piece, () => (pause === 0 ? setImmediate(more) : setTimeout(more, pause)));
    };
    more();
  };

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const status = (line: string, bytes: string, ...headers: string[]) =>
  fixed(response(line, bytes, ...headers));
const gzip = (bytes: string | Buffer, ...headers: string[]) =>
  fixed(response('200 OK', bytes, JSON_TYPE, 'Content-Encoding: gzip', ...headers));

/** 1 GiB of spaces, compressed to a megabyte. */
const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '))));

/** The misbehaving responses. The tested client has short time limits and small size limits. */
export const misbehaviours: readonly Misbehaviour[] = [
  // The connection
  { what: 'is reset before the headers', code: 'truncated', answer: thenReset('') },
  { what: 'is closed before the headers', code: 'truncated', answer: thenEnd('') },
  {
    what: 'is reset within the headers',
    code: 'truncated',
    answer: thenReset('HTTP/1.1 200 OK\r\nContent-'),
  },
  { what: 'is closed within the headers', code: 'truncated', answer: thenEnd('HTTP/1.1 200 OK\r\nContent-') },
  { what: 'is reset after the headers', code: 'truncated', answer: thenReset(LONG) },
  { what: 'is reset within the body', code: 'truncated', answer: thenReset(`${LONG}{"message":`) },
  { what: 'is closed within the body', code: 'truncated', answer: thenEnd(`${LONG}{"message":`) },
  { what: 'is closed within a chunk', code: 'truncated', answer: thenEnd(`${CHUNKED}ff\r\n{"message":`) },
  // Time
  { what: 'hangs before the headers', code: 'timeout', takesTime: true, answer: () => {} },
  {
    what: 'hangs within the headers',
    code: 'timeout',
    takesTime: true,
    answer: fixed('HTTP/1.1 200 OK\r\nContent-'),
  },
  { what: 'hangs after the headers', code: 'timeout', takesTime: true, answer: fixed(LONG) },
  { what: 'hangs within the body', code: 'timeout', takesTime: true, answer: fixed(`${LONG}{"message":`) },
  {
    what: 'drips its headers',
    code: 'timeout',
    takesTime: true,
    answer: endless('HTTP/1.1 200 OK\r\n', Buffer.from('X-A: b\r\n'), 5),
  },
  {
    what: 'drips its body',
    code: 'timeout',
    takesTime: true,
    answer: endless(CHUNKED, chunk(Buffer.from(' ')), 5),
  },
  // Size
  {
    what: 'has an endless body',
    code: 'too-large',
    answer: endless(CHUNKED, chunk(Buffer.alloc(65_536, ' '))),
  },
  { what: 'is a gzip bomb', code: 'too-large', answer: gzip(bomb) },
  {
    what: 'has huge headers',
    code: 'too-large',
    answer: fixed(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`),
  },
  {
    what: 'has endless headers',
    code: 'too-large',
    answer: endless('HTTP/1.1 200 OK\r\n', Buffer.from('X-A: b\r\n'.repeat(100))),
  },
  // Framing and encoding
  {
    what: 'has a Content-Length that is too small',
    code: 'truncated',
    answer: thenEnd(`HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n${body}`),
  },
  { what: 'has a Content-Length that is too large', code: 'truncated', answer: thenEnd(`${LONG}${body}`) },
  {
    what: 'has a Content-Length that is no number',
    code: 'unreachable',
    answer: fixed(`HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n${body}`),
  },
  { what: 'has broken chunks', code: 'truncated', answer: fixed(`${CHUNKED}zz\r\n`) },
  { what: 'is not HTTP', code: 'unreachable', answer: fixed('SSH-2.0-OpenSSH_9.9\r\n') },
  { what: 'says gzip and is not', code: 'not-json', answer: gzip(body) },
  {
    what: 'has a truncated gzip body',
    code: 'truncated',
    answer: gzip(gzipSync(body.repeat(50)).subarray(0, 60)),
  },
  {
    what: 'has an encoding that was not asked for',
    code: 'not-json',
    answer: fixed(response('200 OK', brotliCompressSync(body), 'Content-Encoding: x-strange')),
  },
  {
    what: 'is a 401 with an encoding that was not asked for',
    code: 'unauthorized',
    facts: { status: 401 },
    answer: fixed(response('401 X', brotliCompressSync(body), 'Content-Encoding: x-strange')),
  },
  {
    what: 'is UTF-16',
    code: 'not-json',
    facts: { found: 'text that is not UTF-8' },
    answer: fixed(response('200 OK', Buffer.from(`\ufeff${body}`, 'utf16le'), JSON_TYPE)),
  },
  {
    what: 'is Latin-1',
    code: 'not-json',
    facts: { found: 'text that is not UTF-8' },
    answer: fixed(response('200 OK', Buffer.from(success({ a: 'é' }), 'latin1'))),
  },
  // The body
  {
    what: 'is an HTML page with 200',
    code: 'not-json',
    facts: { status: 200, contentType: 'text/html' },
    answer: status('200 OK', '<!doctype html><script>alert(1)</script>', 'Content-Type: text/html'),
  },
  {
    what: 'is empty',
    code: 'not-json',
    facts: { status: 200, contentType: 'none', found: 'an empty body' },
    answer: status('200 OK', ''),
  },
  {
    what: 'is null',
    code: 'bad-shape',
    facts: { field: 'the whole response', found: 'null' },
    answer: status('200 OK', 'null'),
  },
  {
    what: 'is an array',
    code: 'bad-shape',
    facts: { field: 'the whole response', found: 'array' },
    answer: status('200 OK', '[]'),
  },
  {
    what: 'is a number',
    code: 'bad-shape',
    facts: { field: 'the whole response', found: 'integer' },
    answer: status('200 OK', '12'),
  },
  {
    what: 'has no message',
    code: 'bad-shape',
    facts: { field: 'message', found: 'nothing' },
    answer: status('200 OK', '{"data":{}}'),
  },
  {
    what: 'has a message without key',
    code: 'bad-shape',
    facts: { field: 'message.key', found: 'nothing' },
    answer: status('200 OK', '{"message":{"value":"success"}}'),
  },
  {
    what: 'has a message without value',
    code: 'bad-shape',
    facts: { field: 'message.value', found: 'nothing' },
    answer: status('200 OK', '{"message":{"key":"RES000000"}}'),
  },
  {
    what: 'has no data',
    code: 'bad-shape',
    facts: { field: 'data', found: 'nothing' },
    answer: status('200 OK', '{"message":{"key":"RES000000","value":"success"}}'),
  },
  {
    what: 'has data that is an array',
    code: 'bad-shape',
    facts: { field: 'data', found: 'array' },
    answer: status('200 OK', success([])),
  },
  {
    what: 'is a 200 without success',
    code: 'not-success',
    facts: { status: 200, messageKey: 'RES000029' },
    answer: status('200 OK', failure('RES000029', 'An internal server error has occurred.')),
  },
  {
    what: 'is a 200 with a key that only resembles success',
    code: 'not-success',
    answer: status('200 OK', failure('res000000', 'success')),
  },
  // Statuses
  ...(
    [
      [201, 'unexpected-status'],
      [205, 'unexpected-status'],
      [206, 'unexpected-status'],
      [301, 'redirected'],
      [302, 'redirected'],
      [303, 'redirected'],
      [304, 'unexpected-status'],
      [307, 'redirected'],
      [308, 'redirected'],
      [402, 'unexpected-status'],
      [403, 'forbidden'],
      [405, 'unexpected-status'],
      [409, 'unexpected-status'],
      [418, 'unexpected-status'],
      [422, 'unexpected-status'],
      [501, 'server-error'],
      [502, 'server-error'],
      [503, 'server-error'],
      [504, 'server-error'],
      [599, 'server-error'],
    ] as const
  ).map(
    ([number, code]): Misbehaviour => ({
      what: `has the status ${number}`,
      code,
      facts: { status: number },
      answer:
        number === 205 || number === 304
          ? fixed(`HTTP/1.1 ${number} X\r\n\r\n`)
          : status(
              `${number} X`,
              '<html></html>',
              'Content-Type: text/html',
              'Location: http://127.0.0.1:9/',
            ),
    }),
  ),
  ...(
    [
      [400, 'RES000002', 'Bad Request', 'bad-request'],
      [401, 'RES000033', 'Unauthorized', 'unauthorized'],
      [404, 'RES000018', 'Data not found', 'not-found'],
      [500, 'RES000029', 'An internal server error has occurred.', 'server-error'],
      [429, 'RES000999', 'Slow down', 'rate-limited'],
    ] as const
  ).map(
    ([number, messageKey, messageValue, code]): Misbehaviour => ({
      what: `has the status ${number} with its message`,
      code,
      facts: { status: number, messageKey, messageValue },
      answer: status(`${number} X`, failure(messageKey, messageValue), JSON_TYPE),
    }),
  ),
  // `fetch` hides this status, which only a proxy may send.
  {
    what: 'has the status 407',
    code: 'proxy',
    directOnly: true,
    facts: { status: 407 },
    answer: status('407 X', ''),
  },
  {
    what: 'is a 500 whose body is reset',
    code: 'server-error',
    facts: { status: 500 },
    answer: thenReset('HTTP/1.1 500 X\r\nContent-Length: 100\r\n\r\n{"mess'),
  },
  {
    what: 'is a 401 with an endless body',
    code: 'unauthorized',
    facts: { status: 401 },
    answer: endless('HTTP/1.1 401 X\r\nTransfer-Encoding: chunked\r\n\r\n', chunk(Buffer.alloc(65_536, ' '))),
  },
  {
    what: 'is a 404 whose body hangs',
    takesTime: true,
    code: 'not-found',
    facts: { status: 404 },
    answer: fixed('HTTP/1.1 404 X\r\nContent-Length: 100\r\n\r\n{'),
  },
  {
    what: 'is a 101 that was not asked for',
    code: 'truncated',
    answer: fixed('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  },
];

/** Returns a file of the fixtures folder. */
export const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
