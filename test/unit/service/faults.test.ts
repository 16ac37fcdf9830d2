import assert from 'node:assert/strict';
import tls from 'node:tls';
import { inspect } from 'node:util';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { type FaultCode, type FaultFacts, isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { describeFault, faults } from '../../../src/service/faults.ts';
import type { Fetch } from '../../../src/service/network/routes.ts';
import { english } from '../../../src/text/l10n.ts';
import {
  asHttps,
  detailData,
  detailKey,
  domainsData,
  fetchWithoutTls,
  KEY,
  response,
  success,
  useLoopback,
} from './loopback.ts';
import { fixture, misbehaviours, slowMisbehaviours } from './misbehaviour.ts';

const page = { page: 1, perPage: 20 };
const limits = { tries: 1, bytes: 1024 * 1024, errorBytes: 256 * 1024 };

/** The faults that real situations have produced. */
const produced = new Set<FaultCode>();

function inEnglish(facts: FaultFacts): object {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'object' ? english(fact) : fact]),
  );
}

async function expectFault(call: Promise<unknown>, code: FaultCode): Promise<ServiceError> {
  const error = await call.then(
    (value) => assert.fail(`should have failed, gave ${inspect(value)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isServiceError(error), inspect(error));
  assert.equal(error.code, code, inspect(error));
  produced.add(error.code);
  const { headline, cause } = describeFault(error, english);
  assert.ok(headline.startsWith(english(faults[code].sentence)));
  assert.equal(cause, english(faults[code].cause));
  assert.equal(inspect(error, { depth: 20 }).includes(KEY), false);
  return error;
}

describe('faults: an answer that', function () {
  this.timeout(20_000);
  const { raw, service } = useLoopback();
  const good = response('200 OK', success(domainsData), 'Content-Type: application/json');

  const times = { connect: 300, headers: 300, body: 300, errorBody: 300 };
  const all = [
    ...misbehaviours.map((each) => [...each, limits] as const),
    ...slowMisbehaviours.map((each) => [...each, { ...limits, ...times }] as const),
  ];
  for (const [what, code, answer, ...more] of all) {
    const given = more.at(-1) as typeof limits;
    const facts = more.length > 1 ? more[0] : {};
    for (const route of ['direct', 'editor'] as const) {
      it(`${what} ends in ${code} on the ${route} route, and the next request works`, async () => {
        let isGood = false;
        const server = await raw((socket) => (isGood ? socket.write(good) : answer(socket)));
        const client =
          route === 'direct'
            ? service(server.baseUrl, { limits: given })
            : service(asHttps(server.baseUrl), { limits: given, proxied: true, fetch: fetchWithoutTls });
        const fault = await expectFault(client.domains(page), code);
        const told = inEnglish(fault.facts);
        assert.deepEqual({ ...told, ...facts }, told);
        isGood = true;
        assert.equal((await client.domains(page)).items.length, 1);
      });
    }
  }
});

describe('faults: a network that', function () {
  this.timeout(20_000);
  const { http, raw, listening, service } = useLoopback();
  const selfSigned = { key: fixture('selfSigned.key.pem'), cert: fixture('selfSigned.cert.pem') };
  const oldTls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const port = async (server: Promise<{ readonly port: number }>) =>
    `https://127.0.0.1:${(await server).port}`;

  for (const [what, code, systemCode, baseUrl] of [
    ['does not know the name', 'unreachable', undefined, () => `https://${'x'.repeat(64)}.invalid`],
    ['has no way', 'unreachable', undefined, () => 'https://255.255.255.255'],
    ['never finishes the handshake', 'unreachable', 'UND_ERR_CONNECT_TIMEOUT', () => port(raw(() => {}))],
    [
      'presents a certificate that nobody signed',
      'tls',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      () => port(listening(tls.createServer(selfSigned, () => assert.fail('nothing may be sent')))),
    ],
    ['speaks no TLS', 'tls', undefined, () => port(raw((socket) => socket.write('HTTP/1.1 400 X\r\n\r\n')))],
    [
      'speaks only a TLS that is too old',
      'tls',
      undefined,
      () => port(listening(tls.createServer({ ...selfSigned, ...oldTls }))),
    ],
  ] as const) {
    it(`${what} ends in ${code}`, async () => {
      const fetch: Fetch = () => Promise.reject(new TypeError('fetch failed'));
      const client = service(await baseUrl(), { limits: { ...limits, connect: 300 }, fetch });
      const fault = await expectFault(client.domains(page), code);
      if (systemCode) assert.equal(fault.facts.systemCode, systemCode);
    });
  }

  for (const status of [403, 407, 502]) {
    it(`has a proxy that answers ${status} ends in proxy`, async () => {
      const { baseUrl } = await raw((socket) =>
        socket.end(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`),
      );
      const dispatcher = new ProxyAgent(baseUrl);
      const fetch = ((url: URL, init: RequestInit) =>
        undiciFetch(url, { ...init, dispatcher } as Parameters<typeof undiciFetch>[1])) as unknown as Fetch;
      const client = service('https://api.example.com', { limits, proxied: true, fetch });
      const fault = await expectFault(client.domains(page), 'proxy');
      assert.equal(fault.facts.status, status);
      await dispatcher.destroy();
    });
  }

  it('is not reached, or answers for another log, ends in the fault for that', async () => {
    const { baseUrl } = await http((_, answer) => answer.end(success(detailData)));
    await expectFault(service(baseUrl).log({ ...detailKey, idx: 300 }), 'mismatch');
    await expectFault(service(baseUrl).domains(page, { signal: AbortSignal.abort() }), 'cancelled');
    await expectFault(service(baseUrl, { key: async () => '' }).domains(page), 'key-needed');
    await expectFault(service('http://api.example.com').domains(page), 'bad-setting');
  });
});

describe('faults: the table', () => {
  it('holds nothing that no real situation above has produced, but for what no service has a part in', () => {
    const elsewhere = ['connection-removed', 'connection-changed', 'key-unreadable', 'list-changed'];
    const ofFiles = ['not-in-file', 'file-unreadable'];
    assert.deepEqual([...produced, ...elsewhere, ...ofFiles].sort(), Object.keys(faults).sort());
  });

  it('speaks in whole sentences and names commands of the extension', () => {
    for (const [code, { sentence, cause, next }] of Object.entries(faults)) {
      assert.match(english(sentence), /^[A-Z].*[^.]$/, code);
      assert.match(english(cause), /^[A-Z].*\.$/, code);
      if (next) assert.match(next.command, /^partnerLogs\.[a-zA-Z]+$/, code);
    }
    for (const code of ['unauthorized', 'forbidden'] as const)
      assert.match(english(faults[code].cause), /allow the IP address/);
  });
});

describe('describeFault', () => {
  const headline = (code: FaultCode, facts: ServiceError['facts']) =>
    describeFault(new ServiceError(code, 'internal', facts), english).headline;

  for (const [code, facts, details] of [
    ['unauthorized', { status: 401, messageKey: 'R', messageValue: 'No' }, '401 R “No”'],
    ['bad-shape', { field: 'd[3]', expected: 'date', found: 'null' }, 'd[3]: expected date, found null'],
    ['bad-shape', { field: 'd[3]', expected: 'date' }, 'd[3]: expected date'],
    ['not-json', { status: 200, contentType: 'a/b', found: 'x' }, '200; found x; content type a/b'],
    ['unreachable', { systemCode: 'E', host: 'h:1' }, 'E h:1'],
    [
      'rate-limited',
      { status: 429, retryAfter: 30, contentType: '' },
      '429; no content type; try again in 30 s',
    ],
    ['bad-setting', { field: 'partnerLogs.connections' }, 'partnerLogs.connections'],
  ] as const) {
    it(`puts in what is known of ${code}: ${details}`, () =>
      assert.equal(headline(code, facts), `${english(faults[code].sentence)} (${details}).`));
  }

  it('ends the sentence where nothing is known', () =>
    assert.equal(headline('cancelled', {}), 'The request was canceled.'));

  it('keeps the service’s text as sent, but for its length', () => {
    const messageValue = '$(bug) [x](command:y) <b>\u202e';
    assert.ok(headline('unexpected-result', { messageValue }).includes(messageValue));
    for (const [length, end] of [
      [300, '”'],
      [301, '…'],
    ] as const) {
      const long = headline('unexpected-result', { messageValue: 'x'.repeat(length) });
      assert.ok(long.includes(`“${'x'.repeat(300)}${end}`));
    }
  });

  it('describes what is no ServiceError, of this bundle or another', () => {
    const { next } = describeFault(new TypeError('x is undefined'), english);
    assert.equal(next?.command, 'partnerLogs.showOutput');
    assert.equal(describeFault('text', english).headline, 'An unexpected error occurred (text).');
    const other = Object.assign(new Error('m'), { name: 'ServiceError', code: 'timeout', facts: {} });
    assert.equal(describeFault(other, english).headline, 'The request timed out.');
  });
});
