/**
 * Tests that `http://` leads only to this computer, by checking requests and their targets with a proxy and a name
 * service that would respond.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isServiceError } from '../../../src/base/errors.ts';
import { parseBaseUrl } from '../../../src/service/baseUrl.ts';
import { describeFault } from '../../../src/service/faults.ts';
import { english } from '../../../src/text/l10n.ts';
import { domainsData, KEY, success, useLoopback } from './loopback.ts';

const page = { page: 1, perPage: 20 };

describe('parseBaseUrl: http:// base URLs', () => {
  for (const [input, text] of [
    ['http://localhost', 'http://localhost'],
    ['http://LOCALHOST:8080/x', 'http://localhost:8080/x'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://127.0.0.1.:81', 'http://127.0.0.1:81'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://127.0.1', 'http://127.0.0.1'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://0177.0.0.01', 'http://127.0.0.1'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://①②⑦.0.0.1', 'http://127.0.0.1'],
    ['http://ｌocalhost', 'http://localhost'],
    ['http://[::1]:81', 'http://[::1]:81'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['http:\\\\localhost', 'http://localhost'],
    ['http:localhost', 'http://localhost'],
    ['http://localhost\\@evil.example', 'http://localhost/@evil.example'],
  ] as const) {
    it(`may be ${input}, which is ${text}`, () => assert.equal(parseBaseUrl(input).text, text));
  }

  for (const input of [
    'http://127.0.0.2',
    'http://127.8.9.10',
    'http://127.255.255.254',
    'http://2130706434',
    'http://0',
    'http://0.0.0.0',
    'http://localhost.',
    'http://logs.localhost',
    'http://localhost.localdomain',
    'http://ip6-localhost',
    'http://xn--localhost-',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://[fe80::1]',
    'http://localhost@evil.example',
    'http://127.0.0.1:80@evil.example',
    'http://user@localhost',
    'http://:secret@127.0.0.1',
    'http://localhost%2eevil.example',
    'http://evil.example#@localhost',
    'http://evil.example?@localhost',
  ]) {
    it(`may not be ${input}, and say what to change`, () => {
      assert.throws(
        () => parseBaseUrl(input),
        (error) => isServiceError(error, 'bad-base-url') && /^[A-Z].*\.$/.test(error.message),
      );
    });
  }

  it('name the three hosts that http:// is for', () => {
    for (const input of ['http://logs.localhost:8080', 'http://127.0.0.2', 'http://api.example.com']) {
      assert.throws(
        () => parseBaseUrl(input),
        /^ServiceError: Start the address with https:\/\/\. http:\/\/ is allowed for localhost, 127\.0\.0\.1, and \[::1\] only/,
      );
    }
  });
});

describe('LogService: a service at http://', () => {
  const { http: listen, listening, service, closing } = useLoopback();
  const answer: http.RequestListener = (_, response) => response.end(success(domainsData));

  for (const options of [
    {},
    { proxied: true },
    { route: 'editor' },
    { onlyRoute: 'editor' },
    { proxied: true, onlyRoute: 'editor' },
  ] as const) {
    it(`is never asked over the editor’s route, given ${JSON.stringify(options)}`, async () => {
      const { baseUrl, close } = await listen(answer);
      const fetch = () => assert.fail('the editor was asked');
      for (const text of [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')]) {
        const client = service(text, { ...options, fetch, limits: { tries: 1 } });
        assert.equal((await client.domains(page)).total, 1);
        assert.deepEqual(client.routesFound, []);
      }
      await close();
      await assert.rejects(service(baseUrl, { ...options, fetch }).domains(page), { code: 'refused' });
    });
  }

  it('is at the literal address, whatever the name service says of localhost', async () => {
    const { port } = await listen(answer);
    const lookup = dns.lookup;
    const asked: string[] = [];
    const elsewhere = (name: string, _: unknown, done: (error: Error | null, address: unknown) => void) => {
      asked.push(name);
      done(null, [{ address: '192.0.2.1', family: 4 }]);
    };
    dns.lookup = elsewhere as unknown as typeof dns.lookup;
    closing.push(() => {
      dns.lookup = lookup;
    });
    assert.equal((await service(`http://localhost:${port}`).domains(page)).total, 1);
    assert.deepEqual(asked, []);
  });

  it('is at ::1 where nothing listens at 127.0.0.1', async function () {
    const server = http.createServer(answer).listen(0, '::1');
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isListening) return this.skip();
    closing.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    const { port } = server.address() as AddressInfo;
    for (const host of ['localhost', '[::1]']) {
      assert.equal((await service(`http://${host}:${port}`).domains(page)).total, 1);
    }
  });

  it('is never asked by way of a proxy of the environment', async () => {
    const seen: string[] = [];
    const proxy = await listening(
      http
        .createServer((request, response) => {
          seen.push(`${request.url} ${JSON.stringify(request.headers)}`);
          response.end(success(domainsData));
        })
        .on('connect', (request, socket) => {
          seen.push(String(request.url));
          socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        }),
    );
    const { baseUrl, port } = await listen(answer);
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const env = {
      ...process.env,
      ...Object.fromEntries(names.map((name) => [name, proxy.baseUrl])),
      ...{ NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1' },
    };
    const child = fork(new URL('readDomains.ts', import.meta.url), [baseUrl, `http://localhost:${port}`], {
      env,
    });
    closing.push(() => child.kill());
    assert.deepEqual((await once(child, 'message'))[0], { totals: [1, 1], key: KEY });
    assert.deepEqual(seen, []);
  });

  it('under another name of this machine is not asked at all, and told what to change', async () => {
    let asked = 0;
    const { port } = await listen((request, response) => {
      asked++;
      answer(request, response);
    });
    for (const host of ['127.0.0.2', 'logs.localhost', 'localhost.', '[::ffff:127.0.0.1]']) {
      for (const proxied of [false, true]) {
        const fetch = () => assert.fail('the editor was asked');
        const fault = await service(`http://${host}:${port}`, { proxied, fetch })
          .domains(page)
          .catch((error: unknown) => error);
        assert.ok(isServiceError(fault, 'bad-base-url'));
        const { headline, cause, next } = describeFault(fault, english);
        assert.match(headline, new RegExp(`The base URL cannot be used \\(.*:${port}\\)`));
        assert.match(cause, /http:\/\/ is allowed for localhost, 127\.0\.0\.1, and \[::1\] only/);
        assert.equal(next?.title, 'Edit Connection…');
      }
    }
    assert.equal(asked, 0);
  });
});
