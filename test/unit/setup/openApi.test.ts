import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createProbe } from '../../../src/service/client.ts';
import { conventionsOfExamples } from '../../../src/setup/conventionsOfExamples.ts';
import { findOpenApi, openApiCalls } from '../../../src/setup/openApi.ts';
import { until } from '../../until.ts';

const get = { parameters: [{ in: 'query', name: 'pageNo', example: 1 }] };
const paths = { '/partner/logs/events/{siteId}': { get } };

describe('findOpenApi', () => {
  let respond: (request: IncomingMessage, response: ServerResponse) => void;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  let origin: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests.length = 0;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const over = () => createProbe({ key: async () => 'never-sent' });
  const find = (base = '', signal = new AbortController().signal) =>
    findOpenApi(origin + base, { routes: ['direct'], over }, signal);
  const addresses = () => requests.map(({ url }) => url);
  /** Answers at one path and returns 404 elsewhere. */
  const at = (path: string, answer: (response: ServerResponse) => void) => {
    respond = (request, response) => {
      if (request.url === path) answer(response);
      else response.writeHead(404).end('{"paths":{}}');
    };
  };
  const json = (document: unknown) => (response: ServerResponse) => response.end(JSON.stringify(document));

  it('reads well-known addresses below the base URL and its origin, once each and without a key', async () => {
    at('', () => {});
    assert.deepEqual(await find('/gw/v1'), []);
    const known = ['/openapi.json', '/swagger.json', '/v3/api-docs', '/api-docs', '/swagger/v1/swagger.json'];
    assert.deepEqual(addresses(), [...known.map((path) => `/gw/v1${path}`), ...known]);
    for (const { headers, method } of requests) {
      assert.equal(method, 'GET');
      assert.deepEqual(
        Object.keys(headers).filter((name) => !/^(?:host|connection|accept(?:-.+)?|user-agent)$/.test(name)),
        [],
      );
    }
    requests.length = 0;
    await find();
    assert.deepEqual(addresses(), known);
  });

  it('stops at the first document, and resolves its server against its address', async () => {
    for (const document of [
      { openapi: '3.0.0', paths, servers: [{ url: '/gw' }] },
      { openapi: '3.0.0', paths, servers: [{ url: 'https://internal.example/gw' }, { url: '../gw/' }] },
      { swagger: '2.0', basePath: '/gw', paths },
    ]) {
      requests.length = 0;
      at('/v3/api-docs', json(document));
      const [call, ...others] = await find();
      assert.equal(call?.url.href, `${origin}/gw/partner/logs/events/%7BsiteId%7D?pageNo=1`);
      assert.deepEqual(others, []);
      assert.deepEqual(addresses(), ['/openapi.json', '/swagger.json', '/v3/api-docs']);
    }
  });

  it('uses no server of another origin, and no path that makes another host', async () => {
    const get = {};
    for (const document of [
      { paths, servers: [{ url: 'https://evil.example' }, { url: `${origin}0` }, { url: '//evil.example' }] },
      { paths, swagger: '2.0', host: 'evil.example', basePath: '/' },
      { paths: { '.evil.example/logs': { get }, '@evil.example/logs': { get }, '0/logs': { get } } },
      { paths: { [`/${'a'.repeat(10_000)}/logs`]: { get } } },
    ]) {
      at('/openapi.json', json(document));
      assert.deepEqual(await find(), [], JSON.stringify(document).slice(0, 200));
    }
    at('/openapi.json', json({ paths: { '//evil.example/logs': { get }, '/\\evil.example/logs': { get } } }));
    const calls = await find();
    assert.deepEqual(
      calls.map(({ url }) => url.origin),
      [origin, origin],
    );
  });

  it('follows no redirect', async () => {
    respond = (_, response) =>
      response
        .writeHead(302, { Location: `${origin}/elsewhere/openapi.json` })
        .end(JSON.stringify({ paths }));
    assert.deepEqual(await find(), []);
    assert.ok(!addresses().includes('/elsewhere/openapi.json'));
    assert.equal(requests.length, 5);
  });

  it('goes on after 64 MiB, YAML, a page, and JSON of another kind', async () => {
    let written = 0;
    const pieces = function* () {
      for (; written < 64; written += 1) yield Buffer.alloc(1024 * 1024, ' ');
      yield JSON.stringify({ paths });
    };
    respond = ({ url }, response) => {
      if (url === '/openapi.json') {
        pipeline(Readable.from(pieces()), response).catch(() => {});
      } else if (url === '/swagger.json') response.end('openapi: 3.0.0\npaths: {}');
      else if (url === '/v3/api-docs') response.end('<html></html>');
      else if (url === '/api-docs') response.end('[{"paths":[]}]');
      else response.end(JSON.stringify({ paths }));
    };
    assert.equal((await find()).length, 1);
    assert.equal(requests.length, 5);
    assert.ok(written < 64, `${written} MiB were read`);
  });

  it('rejects with the fault of a service that is not reached, over every route', async () => {
    const tried: string[] = [];
    const probes = {
      routes: ['direct', 'editor'] as const,
      over: (route: 'direct' | 'editor') => {
        tried.push(route);
        return createProbe({ key: async () => 'never-sent', onlyRoute: route });
      },
    };
    const { signal } = new AbortController();
    await assert.rejects(findOpenApi('http://127.0.0.1:1', probes, signal), /./);
    assert.deepEqual(tried, ['direct', 'editor']);
  });

  it('ends when it is cancelled', async () => {
    respond = () => {};
    const controller = new AbortController();
    const found = find('', controller.signal);
    await until('the request', () => requests[0]);
    controller.abort();
    await assert.rejects(found, { code: 'cancelled' });
    assert.equal(requests.length, 1);
  });
});

describe('openApiCalls', () => {
  const address = new URL('https://api.example.com/openapi.json');

  it('reads no more than 50 calls, 100 parameters of each, and names of 100 characters', () => {
    const long = 'n'.repeat(10_000);
    const names = [long, ...Array.from({ length: 1_000 }, (_, at) => `p${at}`)];
    const parameters = names.map((name) => ({ in: 'query', name, example: long }));
    const schemes = Array.from({ length: 1_000 }, (_, at) => ({
      type: 'apiKey',
      in: 'header',
      name: `X-${at}`,
    }));
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`/logs/${at}`, { get: { parameters } }]),
    );
    const document = { paths: many, components: { securitySchemes: schemes } };
    const calls = openApiCalls(document, address) ?? [];
    assert.equal(calls.length, 50);
    assert.equal(calls[0]?.headers.length, 20);
    const sent = [...(calls[0]?.url.searchParams ?? [])];
    assert.equal(sent.length, 99);
    assert.ok(sent.every(([name, value]) => name.length <= 100 && value.length === 100));
  });

  it('reads references that lead nowhere, to each other, and to names of prototypes', () => {
    const references = ['Loop', 'Other', '__proto__', 'constructor', 'None', 'Page'];
    const text = `{"paths":{"/partner/logs/{id}":{"get":{"parameters":${JSON.stringify(
      references.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    )}}},"__proto__":{"get":{}}},"__proto__":{"servers":[]},"components":{"parameters":{
      "Loop":{"$ref":"#/components/parameters/Other"},"Other":{"$ref":"#/components/parameters/Loop"},
      "__proto__":{"in":"query","name":"__proto__"},"Page":{"in":"query","name":"pageNo"}}}}`;
    const calls = openApiCalls(JSON.parse(text), address) ?? [];
    assert.equal(calls.length, 1);
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.deepEqual(conventionsOfExamples(calls)?.override, {
      logs: { path: '/partner/logs/:user_domain_idx', parameters: { page: 'pageNo' } },
    });
  });

  it('reads the key header and parameters of Swagger 2.0', () => {
    const document = {
      swagger: '2.0',
      host: 'api.example.com',
      paths: { '/partner/website/all': { get: { parameters: [{ $ref: '#/parameters/Page' }] } } },
      parameters: { Page: { in: 'query', name: 'pageNo', default: 0 } },
      securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    };
    const understood = conventionsOfExamples(openApiCalls(document, address) ?? []);
    assert.equal(understood?.baseUrl, 'https://api.example.com');
    assert.deepEqual(understood?.override, {
      keyHeader: 'X-Api-Key',
      domains: { firstPage: 0, parameters: { page: 'pageNo' } },
    });
  });
});
