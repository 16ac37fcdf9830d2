import assert from 'node:assert/strict';
import { sampleDomains } from '../../../src/sample/sampleDomains.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { get, now } from './client.ts';

const badRequest = { message: { key: 'RES000002', value: 'Bad Request' } };
const unauthorized = { message: { key: 'RES000033', value: 'Unauthorized' } };
const notFound = { message: { key: 'RES000018', value: 'Data not found' } };

const list = '/partner/logs/attack_logs/1001';
const detailPath = '/partner/logs/detailed_log/1001';
const countsPath = '/partner/logs/visitors_hackers/1001';

describe('sample service', () => {
  let service: SampleService;

  before(async () => {
    service = await startSampleService({ now });
  });
  after(() => service.close());

  it('listens on the loopback address only, with a key of its own', async () => {
    assert.match(service.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(service.key, /^[\w-]{32}$/);
    const other = await startSampleService({ now });
    try {
      assert.notEqual(other.key, service.key);
      assert.equal((await get({ ...other, key: service.key }, list)).status, 401);
    } finally {
      await other.close();
    }
  });

  it('refuses every path without its key', async () => {
    for (const headers of [{}, { 'X-Service-Key': 'x'.repeat(32) }, { Authorization: service.key }]) {
      for (const path of ['/partner/website/all', list, detailPath, countsPath, '/elsewhere']) {
        const { status, body } = await get(service, path, { page: 1, per_page: 20 }, headers);
        assert.deepEqual([status, body], [401, unauthorized]);
      }
    }
  });

  const rejected: Readonly<Record<string, string>> = {
    '/partner/website/all':
      'page=1 per_page=20 page=0&per_page=20 page=1.5&per_page=20 page=1&per_page=9 page=1&per_page=101',
    [list]:
      'offset=0&limit=20 page=1&per_page=20&from=2026-05-01 page=1&per_page=20&from=20260131 ' +
      'page=1&per_page=20&to=20260230 page=1&per_page=20&from=20260502&to=20260501',
    [detailPath]: 'idx= idx=-1 idx=1e3 detected_type=WAF',
    [countsPath]: 'from=20260501 from=&to= from=20260501&to=20260532 from=20260131&to=20260501',
  };
  it('calls wrong parameters a bad request', async () => {
    for (const [path, queries] of Object.entries(rejected)) {
      for (const query of queries.split(' ')) {
        const { status, body } = await get(service, path, Object.fromEntries(new URLSearchParams(query)));
        assert.deepEqual([status, body], [400, badRequest], `${path}?${query}`);
      }
    }
  });

  const missing: readonly (readonly [path: string, query: string])[] = [
    ['/partner/logs/attack_logs/9999', 'page=1&per_page=20'],
    ['/partner/logs/attack_logs/01001', 'page=1&per_page=20'],
    [detailPath, 'idx=1821&detected_type=WAF'],
    [detailPath, 'idx=1234&detected_type=IPS'],
  ];
  it('finds nothing at other paths, domains, and numbers', async () => {
    for (const [path, query] of missing) {
      const { status, body } = await get(service, path, Object.fromEntries(new URLSearchParams(query)));
      assert.deepEqual([status, body], [404, notFound], `${path}?${query}`);
    }
  });

  it('lists every domain, with counters as strings', async () => {
    const first = await get(service, '/partner/website/all', { page: 1, per_page: 10 });
    const { items, ...counters } = first.body.data;
    assert.deepEqual(counters, { total_count: '6', page: '1', per_page: '10' });
    assert.deepEqual(
      items.map(({ user_domain_idx, domain }: Record<string, unknown>) => [user_domain_idx, domain]),
      sampleDomains.map(({ name }, at) => [1001 + at, name]),
    );
  });

  it('stops listening when closed', async () => {
    const closing = await startSampleService({ now });
    await get(closing, '/elsewhere');
    await closing.close();
    await assert.rejects(get(closing, '/elsewhere'));
  });
});
