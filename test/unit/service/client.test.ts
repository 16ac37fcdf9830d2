import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isServiceError, type ServiceError } from '../../../src/base/errors.ts';
import type { LogService } from '../../../src/service/api.ts';
import { type Differences, resolveDifferences } from '../../../src/service/differences.ts';
import { describeFault } from '../../../src/service/faults.ts';
import { english } from '../../../src/text/l10n.ts';
import { countsData, detailData, domainsData, failure, KEY, success, useLoopback } from './loopback.ts';

const page = { page: 1, perPage: 20 };
const range = { from: '2026-05-01', to: '2026-05-02' };
const logKey = { domain: 7, idx: 42, detectedType: 'WAF' };
const rowsData = { items: [{ idx: 1 }], total_count: '1', page: '1', per_page: '20' };

async function faultOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => assert.fail('should have failed'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isServiceError(error), inspect(error));
  return error;
}

describe('createLogService: the four reads', () => {
  const { http, service } = useLoopback();

  /** Returns the request that `read` sends; it is answered with `data`. */
  async function sentBy(
    read: (service: LogService) => Promise<unknown>,
    data: unknown,
    differences: Differences = {},
    basePath = '',
  ) {
    const sent: { url: string; headers: NodeJS.Dict<string | string[]>; method: string }[] = [];
    const { baseUrl } = await http((request, response) => {
      sent.push({ url: request.url ?? '', headers: request.headers, method: request.method ?? '' });
      response.setHeader('Content-Type', 'application/json').end(success(data));
    });
    const conventions = resolveDifferences(differences);
    const result = await read(service(baseUrl + basePath, { conventions }));
    assert.equal(sent.length, 1);
    return { result, url: sent[0]?.url, headers: sent[0]?.headers ?? {}, method: sent[0]?.method };
  }

  it('send a GET with the key, and nothing else of the person', async () => {
    const { method, headers } = await sentBy((it) => it.domains(page), domainsData);
    assert.equal(method, 'GET');
    const { host: _, ...rest } = headers;
    assert.deepEqual(rest, {
      'x-service-key': KEY,
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'partner-logs',
      connection: 'keep-alive',
    });
  });

  it('list domains', async () => {
    const { url, result } = await sentBy((it) => it.domains({ page: 3, perPage: 50 }), {
      ...domainsData,
      page: '3',
    });
    assert.equal(url, '/partner/website/all?page=3&per_page=50');
    assert.deepEqual(result, {
      items: [{ index: 7, name: 'shop.example', other: {} }],
      total: 1,
      page: 3,
      perPage: 20,
    });
  });

  it('list logs, with the filters that are set', async () => {
    const plain = await sentBy((it) => it.logs(7, page, {}), rowsData);
    assert.equal(plain.url, '/partner/logs/attack_logs/7?page=1&per_page=20');
    const filter = {
      ...range,
      detectedType: 'WAF',
      action: 'Blocked',
      rule: 'SQL Injection',
      address: '192.0.2.1',
      countryCode: 'KR',
      uri: '/a?b=c&d#e',
      keyword: '" or 1=1 --',
    };
    const { url } = await sentBy((it) => it.logs(7, page, filter, { once: true }), rowsData);
    assert.deepEqual(Object.fromEntries(new URL(url ?? '', 'http://x').searchParams), {
      page: '1',
      per_page: '20',
      from: '20260501',
      to: '20260502',
      type: 'WAF',
      action_type: 'Blocked',
      attack: 'SQL Injection',
      ip: '192.0.2.1',
      country_code: 'KR',
      uri: '/a?b=c&d#e',
      keyword: '" or 1=1 --',
    });
  });

  it('read one log', async () => {
    const { url, result } = await sentBy((it) => it.log(logKey), detailData);
    assert.equal(url, '/partner/logs/detailed_log/7?idx=42&detected_type=WAF');
    assert.deepEqual((result as { key: unknown }).key, logKey);
  });

  it('list each log under the kind of detection that its row says, else under the conventions’', async () => {
    const items = [{ idx: 1 }, { idx: 2, detected_type: 'WAF' }, { idx: 3, detected_type: null }];
    const { result } = await sentBy(
      (it) => it.logs(7, page, {}),
      { items, total_count: 3 },
      { detectedType: 'BOT' },
    );
    assert.deepEqual((result as { items: unknown }).items, [
      { key: { domain: 7, idx: 1, detectedType: 'BOT' }, row: { idx: 1, other: {} } },
      { key: { domain: 7, idx: 2, detectedType: 'WAF' }, row: { idx: 2, detectedType: 'WAF', other: {} } },
      { key: { domain: 7, idx: 3, detectedType: 'BOT' }, row: { idx: 3, other: {} } },
    ]);
  });

  it('ask for the conventions’ kind of detection when none is known', async () => {
    const { url } = await sentBy((it) => it.log({ ...logKey, detectedType: '' }), detailData, {
      detectedType: 'BOT',
    });
    assert.equal(url, '/partner/logs/detailed_log/7?idx=42&detected_type=BOT');
  });

  it('read counts', async () => {
    const { url } = await sentBy((it) => it.counts(7, range), countsData);
    assert.equal(url, '/partner/logs/visitors_hackers/7?from=20260501&to=20260502');
  });

  it('follow the conventions', async () => {
    const override: Differences = {
      keyHeader: 'X-Sibling-Key',
      domainsPath: '/sites',
      domainsPaging: 'offset',
      logsPath: '/l/:user_domain_idx',
      logsPaging: 'offset',
      keywordFilter: null,
      uriFilter: 'u',
      detailPath: '/d/:user_domain_idx?v=2',
      detectedTypeParameter: null,
      fromParameter: 'since',
      toParameter: 'until',
      countsDateFormat: 'YYYY-MM-DD',
    };
    const sites = await sentBy((it) => it.domains({ page: 3, perPage: 20 }), domainsData, override);
    assert.equal(sites.url, '/sites?offset=40&limit=20');
    assert.equal(sites.headers['x-sibling-key'], KEY);
    assert.equal(sites.headers['x-service-key'], undefined);
    const filter = { keyword: 'k', uri: '/' };
    const logs = await sentBy((it) => it.logs(7, page, filter, { once: true }), rowsData, override);
    assert.equal(logs.url, '/l/7?offset=0&limit=20&u=%2F');
    const detail = await sentBy((it) => it.log(logKey), detailData, override);
    assert.equal(detail.url, '/d/7?v=2&idx=42');
    const counts = await sentBy((it) => it.counts(7, range), countsData, override);
    assert.equal(counts.url, '/partner/logs/visitors_hackers/7?since=2026-05-01&until=2026-05-02');
  });

  it('append their path to the base URL’s as text', async () => {
    for (const basePath of ['/gateway/v1', '/gateway/v1/']) {
      const { url } = await sentBy((it) => it.log(logKey), detailData, {}, basePath);
      assert.equal(url, '/gateway/v1/partner/logs/detailed_log/7?idx=42&detected_type=WAF');
    }
  });

  for (const [name, read] of [
    ['domains', (it: LogService, number: number) => it.domains({ page: number, perPage: 20 })],
    ['logs', (it: LogService, number: number) => it.logs(7, { page: number, perPage: 20 }, {})],
  ] as const) {
    it(`read the 404 of a page of ${name} beyond the last as empty, but not that of the first`, async () => {
      const { baseUrl } = await http((_, response) =>
        response.writeHead(404).end(failure('RES000018', 'Data not found')),
      );
      const client = service(baseUrl);
      assert.deepEqual(await read(client, 3), { items: [], total: 40, page: 3, perPage: 20 });
      assert.equal((await faultOf(read(client, 1))).code, 'not-found');
    });
  }

  it('do not read another 404 as the end of the list', async () => {
    const { baseUrl } = await http((_, response) => response.writeHead(404).end('<html>no such page</html>'));
    assert.equal((await faultOf(service(baseUrl).domains({ page: 2, perPage: 20 }))).code, 'not-found');
  });
});

describe('createLogService: a service', () => {
  const { http, service } = useLoopback();

  it('reads no key and sends nothing until a call', async () => {
    let keysRead = 0;
    const { baseUrl } = await http((_, response) => response.end(success(domainsData)));
    const client = service(baseUrl, {
      key: async () => {
        keysRead++;
        return KEY;
      },
    });
    assert.equal(keysRead, 0);
    await client.domains(page);
    await client.domains(page);
    assert.equal(keysRead, 2);
  });

  it('rejects, and does not throw, for a base URL that it must not use', async () => {
    for (const baseUrl of [
      '',
      'api.example.com',
      'http://api.example.com',
      'ftp://localhost',
      'https://u:p@h',
    ]) {
      assert.equal((await faultOf(service(baseUrl).domains(page))).code, 'bad-setting', baseUrl);
    }
  });

  it('asks for a key when there is none, or none that a header can carry', async () => {
    const { baseUrl } = await http(() => assert.fail('must not be asked'));
    for (const key of ['', 'a\nb', 'a\r\nX-Other: b', 'schlüssel', 'a b', '\0']) {
      const fault = await faultOf(service(baseUrl, { key: async () => key }).domains(page));
      assert.equal(fault.code, 'key-needed');
    }
    const failing = service(baseUrl, { key: () => Promise.reject(new Error('keyring locked')) });
    assert.equal((await faultOf(failing.domains(page))).code, 'key-needed');
  });

  it('never puts the key into errors or its log, though the service sends it back', async () => {
    const key = 'sécret-0123456789';
    const { baseUrl } = await http((request, response) =>
      response
        .writeHead(401)
        .end(failure('RES000033', `Unauthorized ${request.url} ${request.headers['x-service-key']}`)),
    );
    const dead = await http(() => {});
    await dead.close();
    for (const [base, sent] of [
      [baseUrl, KEY],
      [baseUrl, key],
      [dead.baseUrl, KEY],
    ] as const) {
      const client = service(base, { key: async () => sent });
      const fault = await faultOf(client.log(logKey));
      const everything = inspect([fault, describeFault(fault, english), client.lines], {
        depth: 20,
        showHidden: true,
      });
      assert.equal(everything.includes(sent), false, everything);
    }
  });

  it('logs a line a request: method, path without query, outcome, time and route', async () => {
    const { baseUrl } = await http((request, response) =>
      response.writeHead(request.url?.startsWith('/partner/website') ? 200 : 404).end(success(domainsData)),
    );
    const client = service(baseUrl);
    await client.domains(page);
    await faultOf(client.log(logKey));
    assert.deepEqual(
      client.lines.map((line) => line.replace(/\d+ ms/, '# ms')),
      ['GET /partner/website/all 200 # ms direct', 'GET /partner/logs/detailed_log/7 404 # ms direct'],
    );
  });

  it('cancels what is in flight when disposed of, and sends nothing more', async () => {
    let requests = 0;
    const { baseUrl } = await http(() => requests++);
    const client = service(baseUrl);
    const call = faultOf(client.domains(page));
    while (requests === 0) await new Promise(setImmediate);
    client.dispose();
    assert.equal((await call).code, 'cancelled');
    assert.equal((await faultOf(client.domains(page))).code, 'cancelled');
    assert.equal(requests, 1);
  });

  it('gives the service’s key, value and status in the error', async () => {
    const { baseUrl } = await http((_, response) =>
      response.writeHead(400).end(failure('RES000002', 'Bad Request')),
    );
    const fault = await faultOf(service(baseUrl).domains({ page: 1, perPage: 5 }));
    assert.deepEqual(fault.facts, { status: 400, messageKey: 'RES000002', messageValue: 'Bad Request' });
  });
});
