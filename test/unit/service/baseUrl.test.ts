/** Tests that `http://` leads only to this computer. */
import assert from 'node:assert/strict';
import dns from 'node:dns';
import http from 'node:http';
import { isServiceError } from '../../../src/base/errors.ts';
import { baseUrlProblem, parseBaseUrl } from '../../../src/service/baseUrl.ts';
import { english } from '../../../src/text/l10n.ts';
import { domainsData, success, useLoopback } from './loopback.ts';

describe('parseBaseUrl', () => {
  for (const [input, text] of [
    [' https://api.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com:8443/gw/v1//', 'https://api.example.com:8443/gw/v1'],
    ['HTTPS://API.Example.com:443/Gw/', 'https://api.example.com/Gw'],
    ['http://LOCALHOST:8080/x', 'http://localhost:8080/x'],
    ['http://127.0.0.1.:81', 'http://127.0.0.1:81'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://0177.0.0.01', 'http://127.0.0.1'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://①②⑦.0.0.1', 'http://127.0.0.1'],
    ['http://ｌocalhost', 'http://localhost'],
    ['http://[0:0:0:0:0:0:0:1]:81', 'http://[::1]:81'],
    ['http:\\\\localhost', 'http://localhost'],
    ['http:localhost', 'http://localhost'],
    ['http://localhost\\@evil.example', 'http://localhost/@evil.example'],
  ] as const) {
    it(`accepts ${input}, which is ${text}`, () =>
      assert.deepEqual(parseBaseUrl(input), { text, origin: new URL(text).origin }));
  }

  for (const input of [
    ...['', '/', 'api.example.com', 'localhost:8080', 'https://', 'file:///etc/passwd', 'command:x'],
    ...['https://a b', 'https://api.example.com?x=1', 'https://api.example.com/#x'],
    ...['https://user@api.example.com', 'https://:secret@api.example.com', 'http://user@localhost'],
    ...['http://api.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
    ...['http://192.168.0.1', 'http://127.0.0.2', 'http://2130706434', 'http://0', 'http://0.0.0.0'],
    ...['http://localhost.', 'http://logs.localhost', 'http://ip6-localhost', 'http://xn--localhost-'],
    ...['http://[::]', 'http://[::2]', 'http://[::ffff:127.0.0.1]', 'http://[::127.0.0.1]'],
    ...['http://[fe80::1]', 'http://localhost@evil.example', 'http://127.0.0.1:80@evil.example'],
    ...[
      'http://localhost%2eevil.example',
      'http://evil.example#@localhost',
      'http://evil.example?@localhost',
    ],
  ]) {
    it(`refuses ${input || 'nothing'}, and states what to change`, () => {
      const problem = baseUrlProblem(input);
      assert.ok(problem);
      assert.match(english(problem), /^[A-Z].*\.$/);
      assert.throws(
        () => parseBaseUrl(input),
        (error) => isServiceError(error, 'bad-setting') && error.message === english(problem),
      );
    });
  }
});

describe('A service at http://', () => {
  const { http: listen, listening, service, closing } = useLoopback();
  const page = { page: 1, perPage: 20 };
  const answer: http.RequestListener = (_, response) => response.end(success(domainsData));

  for (const options of [{}, { proxied: true }] as const) {
    it(`is never requested over the editor’s route, given ${JSON.stringify(options)}`, async () => {
      const { baseUrl, close } = await listen(answer);
      const fetch = () => assert.fail('the editor was asked');
      for (const text of [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')])
        assert.equal((await service(text, { ...options, fetch }).domains(page)).total, 1);
      await close();
      await assert.rejects(service(baseUrl, { ...options, fetch }).domains(page), { code: 'unreachable' });
    });
  }

  it('is at the literal address, whatever the name service returns for localhost', async () => {
    const { port } = await listen(answer);
    const { lookup } = dns;
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

  it('is never requested through a proxy of the environment', async () => {
    const seen: string[] = [];
    const proxy = await listening(
      http
        .createServer((request, response) => {
          seen.push(String(request.url));
          response.end(success(domainsData));
        })
        .on('connect', (request, socket) => {
          seen.push(String(request.url));
          socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        }),
    );
    const { baseUrl, port } = await listen(answer);
    const before = { ...process.env };
    closing.push(() => {
      process.env = before;
    });
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
      process.env[name] = proxy.baseUrl;
    for (const text of [baseUrl, `http://localhost:${port}`])
      assert.equal((await service(text, { proxied: true }).domains(page)).total, 1);
    assert.deepEqual(seen, []);
  });
});
