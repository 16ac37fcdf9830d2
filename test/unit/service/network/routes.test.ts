import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import tls from 'node:tls';
import { Agent, fetch as undiciFetch } from 'undici';
import { isServiceError } from '../../../../src/base/errors.ts';
import type { Fetch } from '../../../../src/service/network/routes.ts';
import {
  asHttps,
  domainsData,
  fetchWithoutTls,
  success,
  type TestServer,
  type TestServiceOptions,
  useLoopback,
} from '../loopback.ts';
import { fixture } from '../misbehaviour.ts';

/** Functions that the types of Node 20 do not declare. */
const { getCACertificates, setDefaultCACertificates } = tls as unknown as {
  getCACertificates(): string[];
  setDefaultCACertificates(certificates: readonly string[]): void;
};

const page = { page: 1, perPage: 20 };
const ok = () => new Response(success(domainsData));
const noWay: Fetch = () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }));
const routesOf = (lines: readonly string[]) => lines.map((line) => line.split(' ').at(-1));

describe('The route of a request', () => {
  const { http, listening, service, closing } = useLoopback();
  const [key, cert] = [fixture('selfSigned.key.pem'), fixture('selfSigned.cert.pem')];
  const trusted = getCACertificates();
  const https = (answer: RequestListener) => listening(createServer({ key, cert }, answer));
  const securely = ({ port }: TestServer) => `https://localhost:${port}`;

  before(() => setDefaultCACertificates([...trusted, String(cert)]));
  after(() => setDefaultCACertificates(trusted));

  /** Returns a client of a server that exists or not. */
  async function connection(
    isThere: boolean,
    options: TestServiceOptions = {},
    fetch: Fetch = async () => ok(),
  ) {
    const server = await https((_, response) => response.end(success(domainsData)));
    if (!isThere) await server.close();
    return service(securely(server), { ...options, fetch });
  }

  for (const [name, isThere, options, fetch, routes] of [
    ['is direct', true, {}, undefined, ['direct', 'direct']],
    ['is the editor’s if a proxy is set', true, { proxied: true }, undefined, ['editor', 'editor']],
    ['is only the editor’s if a proxy is set', true, { proxied: true }, noWay, Array(6).fill('editor')],
    ['becomes the editor’s if the direct one fails', false, {}, undefined, ['direct', 'editor', 'editor']],
    [
      'becomes the editor’s even if the service then answers with an error',
      false,
      {},
      async () => new Response('{}', { status: 401 }),
      ['direct', 'editor', 'editor'],
    ],
  ] as const) {
    it(name, async () => {
      const client = await connection(isThere, options, fetch);
      await client.domains(page).catch(() => {});
      await client.domains(page).catch(() => {});
      assert.deepEqual(routesOf(client.lines), routes);
      for (const line of client.lines)
        assert.match(line, /^GET \/partner\/website\/all (?:\d+|[a-z-]+) \d+ ms \w+$/);
    });
  }

  it('is both, once a read, while neither leads to the service, and the first fault is reported', async () => {
    const client = await connection(false, {}, noWay);
    await assert.rejects(client.domains(page), { code: 'unreachable' });
    assert.deepEqual(routesOf(client.lines), ['direct', 'editor', 'direct', 'direct']);
    await assert.rejects(client.domains(page, { tries: 1 }), { code: 'unreachable' });
    assert.deepEqual(routesOf(client.lines).slice(4), ['direct', 'editor']);
  });

  it('leads to the proxy’s own answer', async () => {
    const cause = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
    const client = await connection(false, {}, () =>
      Promise.reject(new TypeError('fetch failed', { cause })),
    );
    await assert.rejects(client.domains(page), (error) => {
      assert.ok(isServiceError(error, 'proxy'));
      return error.facts.status === 407;
    });
  });

  it('does not change because of an answer, or because a server that has answered is gone', async () => {
    for (const status of [302, 401, 404, 500]) {
      const server = await https((_, response) => response.writeHead(status).end());
      const fetch = () => assert.fail('not for a status');
      await assert.rejects(service(securely(server), { fetch }).domains(page, { tries: 1 }));
    }
    let isGood = true;
    const server = await https((request, response) => {
      if (isGood) response.end(success(domainsData));
      else request.socket.destroy();
    });
    const client = service(securely(server), { fetch: () => assert.fail('not for a reset') });
    await client.domains(page);
    isGood = false;
    await assert.rejects(client.domains(page), { code: 'truncated' });
  });

  it('is the editor’s for a certificate that only the operating system trusts', async () => {
    setDefaultCACertificates(trusted);
    closing.push(() => setDefaultCACertificates([...trusted, String(cert)]));
    const dispatcher = new Agent({ connect: { ca: cert } });
    closing.push(() => dispatcher.destroy());
    const trusting = ((url: URL, init: RequestInit) =>
      undiciFetch(url, { ...init, dispatcher } as Parameters<typeof undiciFetch>[1])) as unknown as Fetch;
    const client = await connection(true, {}, trusting);
    assert.equal((await client.domains(page)).total, 1);
  });

  for (const proxied of [false, true]) {
    it(`follows no redirect on the ${proxied ? 'editor’s' : 'direct'} route: the key goes nowhere else`, async () => {
      const other = await http(() => assert.fail('was asked'));
      for (const status of [301, 302, 303, 307, 308]) {
        const { baseUrl } = await http((_, response) =>
          response.writeHead(status, { Location: `${other.baseUrl}/partner/website/all` }).end(),
        );
        const client = proxied
          ? service(asHttps(baseUrl), { proxied, fetch: fetchWithoutTls })
          : service(baseUrl);
        await assert.rejects(client.domains(page), {
          code: 'redirected',
          facts: { status, contentType: '' },
        });
      }
    });
  }

  it('reports a redirect that the editor hides', async () => {
    const hidden = { status: 0, type: 'opaqueredirect', headers: new Headers(), body: null };
    const fetch = async () => hidden as unknown as Response;
    const client = service('https://127.0.0.1:9', { proxied: true, fetch });
    await assert.rejects(client.domains(page), { code: 'redirected' });
  });
});
