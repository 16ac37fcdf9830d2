import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type FaultCode, isServiceError, ServiceError } from '../../../../src/base/errors.ts';
import { parseBaseUrl } from '../../../../src/service/baseUrl.ts';
import { defaultConventions } from '../../../../src/service/differences.ts';
import { defaultLimits } from '../../../../src/service/limits.ts';
import { bodyText } from '../../../../src/service/network/body.ts';
import { directRoute } from '../../../../src/service/network/directRoute.ts';
import { editorRoute } from '../../../../src/service/network/editorRoute.ts';
import { networkFault } from '../../../../src/service/network/networkFault.ts';
import { get } from '../../../../src/service/network/request.ts';
import type { Route } from '../../../../src/service/network/routes.ts';
import { type Question, requestUrl } from '../../../../src/service/requests.ts';
import { message } from '../../../../src/text/l10n.ts';
import { KEY, useLoopback } from '../loopback.ts';

const MIB = 1024 * 1024;
const request = { url: new URL('https://api.example.com/x'), keyHeader: 'X-Service-Key', key: KEY };
const never = new AbortController().signal;

/** Returns a route with an endless body. Counts the bytes that are read and records whether it was closed properly. */
function endlessRoute(status: number) {
  const counted = { bytes: 0, closed: false };
  async function* body() {
    const chunk = Buffer.alloc(MIB, ' ');
    try {
      for (;;) {
        counted.bytes += chunk.length;
        yield chunk;
      }
    } finally {
      counted.closed = true;
    }
  }
  return { route: responding(status, body()), counted };
}

/** Returns the editor's route to a response with a status and a body. */
function responding(status: number, body: AsyncIterable<Uint8Array>): Route {
  return editorRoute(async () => ({ status, headers: new Headers(), body }));
}

describe('get', () => {
  const { http, closing } = useLoopback();

  it('reads at most 64 MiB, and one chunk more', async () => {
    const { route, counted } = endlessRoute(200);
    await assert.rejects(get(route, request, defaultLimits, never), {
      code: 'too-large',
      facts: { expected: message('at most {0} MiB', 64) },
    });
    assert.deepEqual(counted, { bytes: 65 * MIB, closed: true });
  }).timeout(20_000);

  it('reads at most 256 KiB of what is no success, and gives its status', async () => {
    const { route, counted } = endlessRoute(401);
    const answer = await get(route, request, defaultLimits, never);
    assert.deepEqual([answer.status, answer.body.bytes], [401, 0]);
    assert.deepEqual(counted, { bytes: MIB, closed: true });
  });

  it('reads 64 MiB of an answer, 256 KiB of what is no success, and not a byte more', async () => {
    const bytesOf = async (status: number, bytes: number) => {
      const body = (async function* () {
        yield Buffer.alloc(bytes, ' ');
      })();
      return get(responding(status, body), request, defaultLimits, never).then(
        (answer) => answer.body.bytes,
        (fault) => fault.code,
      );
    };
    assert.equal(await bytesOf(200, 64 * MIB), 64 * MIB);
    assert.equal(await bytesOf(200, 64 * MIB + 1), 'too-large');
    assert.equal(await bytesOf(401, MIB / 4), MIB / 4);
    assert.equal(await bytesOf(401, MIB / 4 + 1), 0);
  }).timeout(20_000);

  it('decodes characters that chunks cut apart, and drops a byte order mark', async () => {
    const bytes = Buffer.from('\ufeff"é€😀"');
    async function* body() {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    assert.equal(
      bodyText((await get(responding(200, body()), request, defaultLimits, never)).body),
      '"é€😀"',
    );
  });

  it('reads a gzip body that arrives faster than it is decompressed', async () => {
    const sent = randomBytes(MIB / 4).toString('base64');
    const { baseUrl } = await http((_, answer) => {
      answer.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(sent, { level: 1 }));
    });
    const route = directRoute(defaultLimits);
    closing.push(() => route.close());
    const answer = await get(route, { ...request, url: new URL(baseUrl) }, defaultLimits, never);
    assert.ok(bodyText(answer.body) === sent);
  }).timeout(20_000);

  it('gives each route the key in the header of that name, and nothing more of it', async () => {
    let sent: unknown;
    const route: Route = {
      get(url, headers, { head, end }) {
        sent = { url: url.href, headers };
        head(200, () => undefined);
        end();
        return () => {};
      },
      close: () => {},
    };
    await get(route, { ...request, keyHeader: 'X-Other' }, defaultLimits, never);
    assert.deepEqual(sent, {
      url: 'https://api.example.com/x',
      headers: { accept: 'application/json', 'user-agent': 'partner-logs', 'X-Other': KEY },
    });
    await get(route, { ...request, keyHeader: 'Authorization: Bearer' }, defaultLimits, never);
    assert.deepEqual(sent, {
      url: 'https://api.example.com/x',
      headers: { accept: 'application/json', 'user-agent': 'partner-logs', Authorization: `Bearer ${KEY}` },
    });
  });
});

describe('networkFault', () => {
  const withCode = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('m'), { code }) });
  const codes: Readonly<Record<string, FaultCode>> = {
    ENOTFOUND: 'name-not-found',
    EAI_AGAIN: 'name-not-found',
    ECONNREFUSED: 'refused',
    ECONNRESET: 'reset',
    EPIPE: 'reset',
    UND_ERR_SOCKET: 'reset',
    ETIMEDOUT: 'connect-timeout',
    UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
    UND_ERR_HEADERS_TIMEOUT: 'timeout',
    EHOSTUNREACH: 'unreachable',
    ENETUNREACH: 'unreachable',
    ENETDOWN: 'unreachable',
    CERT_HAS_EXPIRED: 'certificate',
    CERT_NOT_YET_VALID: 'certificate',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
    SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
    EPROTO: 'tls',
    ERR_SSL_WRONG_VERSION_NUMBER: 'tls',
    ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls',
    HPE_HEADER_OVERFLOW: 'too-large',
    UND_ERR_HEADERS_OVERFLOW: 'too-large',
    UND_ERR_PRX_TLS: 'proxy',
    HPE_INVALID_CONSTANT: 'network',
  };
  for (const [code, fault] of Object.entries(codes)) {
    it(`reads ${code} as ${fault}, however deep`, () => {
      for (const error of [withCode(code), new Error('outer', { cause: withCode(code) })]) {
        const { facts, ...rest } = networkFault(error, 'headers', 'h:1');
        assert.equal(rest.code, fault);
        assert.deepEqual(facts, { host: 'h:1', systemCode: code });
      }
    });
  }

  for (const [message, fault] of [
    ['net::ERR_NAME_NOT_RESOLVED', 'name-not-found'],
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_INTERNET_DISCONNECTED', 'unreachable'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'tls'],
    ['net::ERR_EMPTY_RESPONSE', 'reset'],
    ['net::ERR_SOMETHING_NEW', 'network'],
    ['no code at all', 'network'],
  ] as const) {
    it(`reads ${message} as ${fault}`, () =>
      assert.equal(networkFault(new Error(message), 'headers', 'h').code, fault));
  }

  it('reads one error an address as the first of them', () => {
    const errors = [
      Object.assign(new Error('v6'), { code: 'ENETUNREACH' }),
      Object.assign(new Error('v4'), { code: 'ECONNREFUSED' }),
    ];
    assert.equal(networkFault(new AggregateError(errors), 'headers', 'h').code, 'unreachable');
  });

  it('reads a connection lost within the body as truncated', () => {
    for (const error of [withCode('ECONNRESET'), withCode('UND_ERR_SOCKET'), new TypeError('terminated')]) {
      assert.equal(networkFault(error, 'body', 'h').code, 'truncated');
    }
  });

  it('keeps a ServiceError, and nothing else of what was thrown', () => {
    const own = new ServiceError('too-large', 'm');
    assert.equal(networkFault(own, 'body', 'h'), own);
    const quoting = new TypeError(`Headers.append: "${KEY}" is an invalid header value.`);
    assert.equal(
      JSON.stringify(networkFault(quoting, 'headers', 'h'), ['message', 'cause', 'stack']).includes(KEY),
      false,
    );
    for (const thrown of [undefined, null, 'text', 7, {}, circular()]) {
      assert.ok(isServiceError(networkFault(thrown, 'headers', 'h'), 'network'));
    }
  });

  function circular(): Error {
    const error = new Error('round');
    error.cause = error;
    return error;
  }
});

describe('parseBaseUrl', () => {
  for (const [input, text, origin] of [
    ['https://api.example.com', 'https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/ ', 'https://api.example.com', 'https://api.example.com'],
    [
      'https://api.example.com:8443/gw/v1//',
      'https://api.example.com:8443/gw/v1',
      'https://api.example.com:8443',
    ],
    ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080'],

    ['http://[::1]:81/x', 'http://[::1]:81/x', 'http://[::1]:81'],

    ['http://0x7f.1', 'http://127.0.0.1', 'http://127.0.0.1'],
    ['HTTPS://API.Example.com:443/Gw/', 'https://api.example.com/Gw', 'https://api.example.com'],
  ] as const) {
    it(`accepts ${input}`, () => assert.deepEqual(parseBaseUrl(input), { text, origin }));
  }

  for (const input of [
    '',
    '/',
    'api.example.com',
    'localhost:8080',
    'http://api.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://192.168.0.1',
    'http://[::2]',
    'https://user@api.example.com',
    'https://:secret@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com/#x',
    'https://',
    'file:///etc/passwd',
    'command:x',
    'https://a b',
  ]) {
    it(`refuses ${input || 'nothing'}, and says what to change`, () => {
      assert.throws(
        () => parseBaseUrl(input),
        (error) => isServiceError(error, 'bad-base-url') && /^[A-Z].*\.$/.test(error.message),
      );
    });
  }
});

describe('requestUrl', () => {
  const urlOf = (base: string, question: Question, differences: object) =>
    requestUrl(parseBaseUrl(base), question, { ...defaultConventions, ...differences });
  const logs = { read: 'logs', domain: 7, page: { page: 1, perPage: 20 } } as const;

  it('appends path and query to the base URL', () => {
    const differences = { logsPath: '/l/:user_domain_idx/of/:user_domain_idx?x=1', perPageParameter: null };
    const filter = { uri: 'é&=', rule: 'c d', from: '2026-05-01' };
    assert.equal(
      urlOf('https://api.example.com/gw', { ...logs, filter }, differences).href,
      'https://api.example.com/gw/l/7/of/7?x=1&page=1&from=20260501&attack=c+d&uri=%C3%A9%26%3D',
    );
  });

  it('can select a log by its path', () => {
    const key = { domain: 7, idx: 42, detectedType: 'a/b' };
    const differences = {
      detailPath: '/d/:user_domain_idx/:detected_type/:idx',
      idxParameter: null,
      detectedTypeParameter: null,
    };
    const url = urlOf('https://api.example.com', { read: 'detail', key }, differences);
    assert.equal(url.href, 'https://api.example.com/d/7/a%2Fb/42');
  });

  it('never leaves the origin of the base URL', () => {
    const of = (logsPath: string) => urlOf('https://api.example.com', { ...logs, filter: {} }, { logsPath });
    for (const path of ['@evil.example/', '.evil.example/', ':1@evil.example', 'x'])
      assert.throws(() => of(path), { code: 'bad-setting' });
    for (const path of ['//evil.example/', '/../x', '/\\evil.example'])
      assert.equal(of(path).origin, 'https://api.example.com');
  });
});
