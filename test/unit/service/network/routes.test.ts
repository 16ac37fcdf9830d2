import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import tls, { type TlsOptions } from 'node:tls';
import { Agent, fetch as undiciFetch } from 'undici';
import { isServiceError } from '../../../../src/base/errors.ts';
import { defaultLimits } from '../../../../src/service/limits.ts';
import { editorRoute, type Fetch } from '../../../../src/service/network/editorRoute.ts';
import { get } from '../../../../src/service/network/request.ts';
import { until } from '../../../until.ts';
import {
  asHttps,
  domainsData,
  fetchWithoutTls,
  KEY,
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

describe('Routes', () => {
  const { http, listening, service, closing } = useLoopback();
  const [key, cert] = [fixture('selfSigned.key.pem'), fixture('selfSigned.cert.pem')];
  const trusted = getCACertificates();
  const https = (answer: RequestListener) => listening(createServer({ key, cert }, answer));
  /** Returns the base URL of a server created by https(). */
  const securely = ({ port }: TestServer) => `https://localhost:${port}`;

  before(() => setDefaultCACertificates([...trusted, String(cert)]));
  after(() => setDefaultCACertificates(trusted));

  /** Connects to a server that exists or to one that doesn't; calls of the editor's `fetch` are counted. */
  async function connection(
    isThere: boolean,
    options: TestServiceOptions = {},
    fetch: Fetch = async () => ok(),
  ) {
    const counted = { direct: 0, editor: 0 };
    const server = await https((_, response) => {
      counted.direct++;
      response.end(success(domainsData));
    });
    if (!isThere) await server.close();
    const counting: Fetch = (url, init) => {
      counted.editor++;
      return fetch(url, init);
    };
    return { client: service(securely(server), { ...options, fetch: counting }), counted, server };
  }

  it('is direct, and remembered', async () => {
    const { client, counted } = await connection(true);
    await client.domains(page);
    await client.domains(page);
    assert.deepEqual(counted, { direct: 2, editor: 0 });
    assert.deepEqual(client.routesFound, ['direct']);
  });

  it('is both for each read that is made once, and for no more, while neither leads to the service', async () => {
    const { client } = await connection(false, {}, noWay);
    for (let reads = 1; reads <= 3; reads++) {
      await assert.rejects(client.logs(1, page, {}, { once: true }), { code: 'refused' });
      assert.equal(client.lines.length, 2 * reads);
    }
  });

  it('is not told again when it is the one known', async () => {
    const { client } = await connection(true, { route: 'direct' });
    await client.domains(page);
    assert.deepEqual(client.routesFound, []);
  });

  it('is the editor’s from the first request when a proxy is set, whatever was known', async () => {
    const { client, counted } = await connection(true, { proxied: true, route: 'direct' });
    await client.domains(page);
    assert.deepEqual(counted, { direct: 0, editor: 1 });
    assert.deepEqual(client.routesFound, []);
  });

  it('is the editor’s where that worked before', async () => {
    const { client, counted } = await connection(true, { route: 'editor' });
    await client.domains(page);
    assert.deepEqual(counted, { direct: 0, editor: 1 });
  });

  it('turns to the editor’s when the direct one fails below HTTP, and stays there', async () => {
    const { client, counted } = await connection(false);
    await client.domains(page);
    await client.domains(page);
    assert.deepEqual(counted, { direct: 0, editor: 2 });
    assert.deepEqual(client.routesFound, ['editor']);
    assert.deepEqual(
      client.lines.map((line) => line.replace(/\d+ ms/, '# ms')),
      [
        'GET /partner/website/all refused # ms direct',
        'GET /partner/website/all 200 # ms editor',
        'GET /partner/website/all 200 # ms editor',
      ],
    );
  });

  it('turns back to the direct one when the editor’s, which worked before, fails below HTTP', async () => {
    const { client, counted } = await connection(true, { route: 'editor' }, noWay);
    await client.domains(page);
    await client.domains(page);
    assert.deepEqual(counted, { direct: 2, editor: 1 });
    assert.deepEqual(client.routesFound, ['direct']);
  });

  it('stays the editor’s, tried first and told of, when the direct one fails as well', async () => {
    const { client } = await connection(false, { route: 'editor' }, noWay);
    await assert.rejects(client.domains(page), { code: 'name-not-found' });
    assert.deepEqual(
      client.lines.map((line) => line.split(' ').at(-1)),
      ['editor', 'direct', 'editor', 'editor'],
    );
    assert.deepEqual(client.routesFound, []);
  });

  it('is never the direct one when a proxy is set, whatever fails', async () => {
    const { client, counted } = await connection(true, { proxied: true }, noWay);
    await assert.rejects(client.domains(page), { code: 'name-not-found' });
    assert.equal(counted.direct, 0);
  });

  it('is remembered even if the service then answers with an error', async () => {
    const { client } = await connection(false, {}, async () => new Response('{}', { status: 401 }));
    await assert.rejects(client.domains(page), { code: 'unauthorized' });
    assert.deepEqual(client.routesFound, ['editor']);
  });

  it('is tried over the editor’s only once, before any retry, and then reports the first failure', async () => {
    const { client, counted } = await connection(false, {}, noWay);
    await assert.rejects(client.domains(page), { code: 'refused' });
    assert.equal(counted.editor, 1);
    assert.deepEqual(
      client.lines.map((line) => line.split(' ').at(-1)),
      ['direct', 'editor', 'direct', 'direct'],
    );
    assert.deepEqual(client.routesFound, []);
  });

  it('reports what the proxy says when the editor’s gets as far as that', async () => {
    const { client } = await connection(false, {}, () =>
      Promise.reject(
        new TypeError('fetch failed', {
          cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
        }),
      ),
    );
    await assert.rejects(client.domains(page), (error) => {
      assert.ok(isServiceError(error, 'proxy'));
      return error.facts.status === 407;
    });
  });

  it('is the only one, where one is asked for', async () => {
    const editor = await connection(true, { onlyRoute: 'editor', route: 'direct' });
    await editor.client.domains(page);
    assert.deepEqual(editor.counted, { direct: 0, editor: 1 });
    const direct = await connection(false, { onlyRoute: 'direct', proxied: true });
    await assert.rejects(direct.client.domains(page), { code: 'refused' });
    assert.equal(direct.counted.editor, 0);
    assert.deepEqual([...editor.client.routesFound, ...direct.client.routesFound], []);
  });

  it('does not turn for an answer, however bad', async () => {
    for (const status of [302, 401, 404, 500]) {
      const server = await https((_, response) => response.writeHead(status).end());
      const client = service(securely(server), {
        limits: { tries: 1 },
        fetch: () => assert.fail('not for a status'),
      });
      await assert.rejects(client.domains(page));
    }
  });

  it('does not turn because a server that has answered is gone for a moment', async () => {
    let isGood = true;
    const server = await https((request, response) => {
      if (isGood) response.end(success(domainsData));
      else request.socket.destroy();
    });
    const client = service(securely(server), { fetch: () => assert.fail('not for a reset') });
    await client.domains(page);
    isGood = false;
    await assert.rejects(client.domains(page), { code: 'reset' });
  });

  it('leads over the editor’s to a service whose certificate only the system trusts', async () => {
    setDefaultCACertificates(trusted);
    closing.push(() => setDefaultCACertificates([...trusted, String(cert)]));
    const server = await https((_, response) => response.end(success(domainsData)));
    const dispatcher = new Agent({ connect: { ca: cert } });
    closing.push(() => dispatcher.destroy());
    const trusting = ((url: URL, init: RequestInit) =>
      undiciFetch(url, { ...init, dispatcher } as Parameters<typeof undiciFetch>[1])) as unknown as Fetch;
    const client = service(securely(server), { fetch: trusting });
    assert.equal((await client.domains(page)).total, 1);
    assert.deepEqual(client.routesFound, ['editor']);
  });

  it('sends nothing once it was cancelled while the direct route was connecting', async () => {
    let shakeHands: (() => void) | undefined;
    let isClosed = false;
    const holdHandshake: TlsOptions['SNICallback'] = (_, done) => {
      shakeHands = () => done(null);
    };
    const server = createServer({ key, cert, SNICallback: holdHandshake }, () =>
      assert.fail('must not be asked'),
    );
    server.on('connection', (socket) => {
      socket.on('close', () => {
        isClosed = true;
      });
    });
    const client = service(securely(await listening(server)));
    const controller = new AbortController();
    const call = client.domains(page, { signal: controller.signal });
    const resume = await until('the handshake', () => shakeHands);
    controller.abort();
    await assert.rejects(call, { code: 'cancelled' });
    resume?.();
    await until('the connection to be closed', () => isClosed);
  });

  for (const proxied of [false, true]) {
    it(`follows no redirect on the ${proxied ? 'editor’s' : 'direct'} route: the key goes nowhere else`, async () => {
      const other = await http(() => assert.fail('must not be asked'));
      for (const status of [301, 302, 303, 307, 308]) {
        const { baseUrl } = await http((_, response) =>
          response.writeHead(status, { Location: `${other.baseUrl}/partner/website/all` }).end(),
        );
        const client = proxied
          ? service(asHttps(baseUrl), { proxied, fetch: fetchWithoutTls })
          : service(baseUrl);
        await assert.rejects(client.domains(page), {
          code: 'redirected',
          facts: { status, contentType: 'none' },
        });
      }
    });
  }

  it('reads a redirect that the editor hides as one', async () => {
    const hidden = { status: 0, type: 'opaqueredirect', headers: new Headers(), body: null };
    const fetch = async () => hidden as unknown as Response;
    await assert.rejects(service('https://127.0.0.1:9', { proxied: true, fetch }).domains(page), {
      code: 'redirected',
    });
  });

  it('gives the editor’s `fetch` no dispatcher, and no leave to follow or to send cookies', async () => {
    let given: RequestInit = {};
    const fetch: Fetch = async (_, init) => {
      given = init;
      return ok();
    };
    await service('https://127.0.0.1:9', { proxied: true, fetch }).domains(page);
    const { signal: _, headers: __, ...rest } = given;
    assert.deepEqual(rest, { method: 'GET', redirect: 'manual', credentials: 'omit' });
  });

  it('gives the editor’s `fetch` no address without encryption', async () => {
    const route = editorRoute(() => assert.fail('must not be asked'));
    const url = new URL('http://127.0.0.1:9');
    const { signal } = new AbortController();
    await assert.rejects(get(route, { url, keyHeader: 'X-Service-Key', key: KEY }, defaultLimits, signal), {
      code: 'bad-base-url',
    });
  });
});
