import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isServiceError, type ServiceError } from '../../../src/base/errors.ts';
import type { LogService } from '../../../src/service/api.ts';
import { type Differences, resolveDifferences } from '../../../src/service/differences.ts';
import { describeFault } from '../../../src/service/faults.ts';
import { english } from '../../../src/text/l10n.ts';
import {
  countsData,
  countsRange,
  detailData,
  detailKey,
  domainsData,
  failure,
  KEY,
  success,
  useLoopback,
} from './loopback.ts';

const page = { page: 1, perPage: 20 };
const rowsData = { items: [{ idx: 1 }], total_count: '1', page: '1', per_page: '20' };

async function faultOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => assert.fail('should have failed'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isServiceError(error), inspect(error));
  return error;
}

describe('The four reads', () => {
  const { http, service } = useLoopback();

  /** Returns the request that `read` sends; it is answered with `data`. */
  async function sentBy(
    read: (service: LogService) => Promise<unknown>,
    data: unknown,
    differences: Differences = {},
    basePath = '',
  ) {
    let sent: { url?: string | undefined; headers: NodeJS.Dict<string | string[]> } = { headers: {} };
    const { baseUrl } = await http(({ url, headers, method }, response) => {
      assert.equal(method, 'GET');
      sent = { url, headers };
      response.setHeader('Content-Type', 'application/json').end(success(data));
    });
    const conventions = resolveDifferences(differences);
    const result = await read(service(baseUrl + basePath, { conventions }));
    return { result, ...sent };
  }

  it('send the key, and nothing else of the user', async () => {
    const { headers } = await sentBy((it) => it.domains(page), domainsData);
    const { host: _, ...rest } = headers;
    assert.deepEqual(rest, {
      'x-service-key': KEY,
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'partner-logs',
      connection: 'keep-alive',
    });
  });

  const filter = {
    ...countsRange,
    ...{ detectedType: 'WAF', action: 'Blocked', rule: 'SQL Injection', address: '192.0.2.1' },
    ...{ countryCode: 'KR', uri: '/a?b=c&d#e', keyword: '" or 1=1 --' },
  };
  const sibling: Differences = {
    keyHeader: 'X-Sibling-Key',
    domainsPath: '/sites',
    domainsPaging: 'offset',
    logsPath: '/l/:user_domain_idx',
    logsPaging: 'offset',
    keywordFilter: null,
    uriFilter: 'u',
    logsDateFormat: 'YYYY-MM-DD HH:mm:ss',
    detailPath: '/d/:user_domain_idx?v=2',
    detectedTypeParameter: null,
    fromParameter: 'since',
    toParameter: 'until',
    countsDateFormat: 'YYYY-MM-DD',
  };
  const domains = (it: LogService) => it.domains({ page: 3, perPage: 50 });
  const logs = (it: LogService) => it.logs(7, page, filter);
  const detail = (it: LogService) => it.log(detailKey);
  const counts = (it: LogService) => it.counts(7, countsRange);
  const filtered =
    '&type=WAF&action_type=Blocked&attack=SQL+Injection&ip=192.0.2.1&country_code=KR&uri=%2Fa%3Fb%3Dc%26d%23e&keyword=%22+or+1%3D1+--';
  const siblingFiltered =
    '&type=WAF&action_type=Blocked&attack=SQL+Injection&ip=192.0.2.1&country_code=KR&u=%2Fa%3Fb%3Dc%26d%23e';
  const times = 'from=2026-05-01+00%3A00%3A00&to=2026-05-02+23%3A59%3A59';
  const countsPath = '/partner/logs/visitors_hackers/7';
  for (const [name, read, data, url, siblingUrl] of [
    [
      'domains',
      domains,
      domainsData,
      '/partner/website/all?page=3&per_page=50',
      '/sites?offset=100&limit=50',
    ],
    [
      'logs',
      logs,
      rowsData,
      `/partner/logs/attack_logs/7?page=1&per_page=20&from=20260501&to=20260502${filtered}`,
      `/l/7?offset=0&limit=20&${times}${siblingFiltered}`,
    ],
    [
      'one log',
      detail,
      detailData,
      '/partner/logs/detailed_log/7?idx=42&detected_type=WAF',
      '/d/7?v=2&idx=42',
    ],
    [
      'counts',
      counts,
      countsData,
      `${countsPath}?from=20260501&to=20260502`,
      `${countsPath}?since=2026-05-01&until=2026-05-02`,
    ],
  ] as const) {
    it(`request ${name}, also from a service that differs`, async () => {
      const usual = await sentBy(read, { ...data, page: undefined }, {}, '/gateway/v1/');
      assert.deepEqual([usual.url, usual.headers['x-service-key']], [`/gateway/v1${url}`, KEY]);
      const differing = await sentBy(read, data, sibling, '/gateway/v1/');
      assert.deepEqual(
        [differing.url, differing.headers['x-sibling-key']],
        [`/gateway/v1${siblingUrl}`, KEY],
      );
    });
  }

  it('list each log under its row’s type, or else under the usual one, which is also requested', async () => {
    const items = [{ idx: 1 }, { idx: 2, detected_type: 'WAF' }, { idx: 3, detected_type: null }];
    const differences = { detectedType: 'BOT' };
    const listed = await sentBy((it) => it.logs(7, page, {}), { items, total_count: 3 }, differences);
    const { items: found } = listed.result as { items: { key: { detectedType: string } }[] };
    assert.deepEqual(
      found.map(({ key }) => key.detectedType),
      ['BOT', 'WAF', 'BOT'],
    );
    const bot = { query: { detected_type: 'BOT' }, detailed_info: {} };
    const { url } = await sentBy((it) => it.log({ ...detailKey, detectedType: '' }), bot, differences);
    assert.equal(url, '/partner/logs/detailed_log/7?idx=42&detected_type=BOT');
  });

  it('treat a 404 with the documented key as the end of a list, but not of a whole one', async () => {
    const answers = [failure('RES000018', 'Data not found'), '<html>no such page</html>'];
    for (const [at, body] of answers.entries()) {
      const { baseUrl } = await http((_, response) => response.writeHead(404).end(body));
      for (const read of [
        (number: number) => service(baseUrl).domains({ page: number, perPage: 20 }),
        (number: number) => service(baseUrl).logs(7, { page: number, perPage: 20 }, {}),
      ]) {
        assert.equal((await faultOf(read(1))).code, 'not-found');
        if (at === 0) assert.deepEqual(await read(3), { items: [], total: 40, page: 3, perPage: 20 });
        else assert.equal((await faultOf(read(3))).code, 'not-found');
      }
      const filtered = service(baseUrl).logs(7, { page: 1, perPage: 20 }, { uri: '/' });
      if (at === 0) assert.equal((await filtered).total, 0);
      else assert.equal((await faultOf(filtered)).code, 'not-found');
    }
  });
});

describe('createLogService', () => {
  const { http, service } = useLoopback();

  it('reads no key and sends nothing until a call, and rejects what it cannot send', async () => {
    let keysRead = 0;
    const { baseUrl } = await http((_, response) => response.end(success(domainsData)));
    const key = async () => {
      keysRead++;
      return KEY;
    };
    const client = service(baseUrl, { key });
    assert.equal(keysRead, 0);
    await client.domains(page);
    assert.equal(keysRead, 1);
    for (const unusable of ['', 'api.example.com', 'http://api.example.com', 'ftp://localhost'])
      assert.equal((await faultOf(service(unusable).domains(page))).code, 'bad-setting', unusable);
    for (const wrong of ['', 'a b', 'ключ', 'a\r\nb']) {
      const unreadable = service(baseUrl, { key: async () => wrong });
      assert.equal((await faultOf(unreadable.domains(page))).code, 'key-needed', wrong);
    }
  });

  for (const [name, status, type, body] of [
    ['with a refusal', 401, 'application/json', (key: string) => failure('RES000033', `No such key: ${key}`)],
    ['with a failure', 500, 'application/json', (key: string) => failure(key, `${key} ${key}`)],
    ['with a success that is none', 200, 'application/json', (key: string) => failure('RES000001', key)],
    ['as its content type', 200, `text/${KEY}`, (key: string) => `<html>${key}`],
  ] as const) {
    it(`removes the key from a fault if the service sends it back ${name}`, async () => {
      const { baseUrl } = await http((request, response) =>
        response
          .writeHead(status, { 'Content-Type': type })
          .end(body(String(request.headers['x-service-key']))),
      );
      const client = service(baseUrl);
      const fault = await faultOf(client.domains(page));
      assert.match(describeFault(fault, english).headline, /\(the key\)/);
      const everything = inspect([fault, client.lines], { depth: 9, showHidden: true });
      assert.equal(everything.includes(KEY), false, everything);
    });
  }

  it('stores no name and links no type that contains the key', async () => {
    const { baseUrl } = await http((request, response) => {
      const key = String(request.headers['x-service-key']);
      const items = [{ idx: 1, domain: `a ${key}`, detected_type: Buffer.from(key).toString('base64') }];
      response.end(success({ items, total_count: 1 }));
    });
    const [domain] = (await service(baseUrl).domains(page)).items;
    assert.equal(domain?.name, undefined);
    const [log] = (await service(baseUrl).logs(1, page, {})).items;
    assert.equal(log?.key.detectedType, 'WAF');
  });

  it('sends a log type in a path with a lone surrogate replaced, and none that would change the path', async () => {
    const sent: (string | undefined)[] = [];
    const { baseUrl } = await http(({ url }, response) => {
      sent.push(url);
      response.writeHead(404).end();
    });
    const conventions = resolveDifferences({
      detailPath: '/logs/:detected_type/:idx',
      detectedTypeParameter: null,
    });
    const odd = service(baseUrl, { conventions }).log({ ...detailKey, detectedType: 'a/\ud800' });
    assert.equal((await faultOf(odd)).code, 'not-found');
    for (const detectedType of ['.', '..']) {
      const read = service(`${baseUrl}/v1`, { conventions }).log({ ...detailKey, detectedType });
      assert.equal((await faultOf(read)).code, 'bad-setting');
    }
    assert.deepEqual(sent, ['/logs/a%2F%EF%BF%BD/42?idx=42']);
  });

  it('cancels requests in flight when it is disposed or its connection ends, with the reason', async () => {
    let requests = 0;
    const { baseUrl } = await http(() => requests++);
    const ending = new AbortController();
    const client = service(baseUrl, { ending: ending.signal });
    const calls = [faultOf(client.domains(page)), faultOf(service(baseUrl).logs(1, page, {}))];
    while (requests < 2) await new Promise(setImmediate);
    ending.abort(Object.assign(new Error(), { name: 'ServiceError', code: 'connection-removed', facts: {} }));
    assert.equal((await calls[0])?.code, 'connection-removed');
    assert.equal((await faultOf(client.domains(page))).code, 'connection-removed');
    const other = service(baseUrl);
    other.dispose();
    assert.equal((await faultOf(other.domains(page))).code, 'cancelled');
    assert.equal(requests, 2);
    calls[1]?.catch(() => {});
  });
});
