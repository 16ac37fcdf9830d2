/** Tests how filters are judged, using a real service that ignores some of them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import type { LogService } from '../../../../src/service/api.ts';
import { createLogService } from '../../../../src/service/client.ts';
import { defaultConventions } from '../../../../src/service/conventions.ts';
import type { ListedLog, LogFilter, Page } from '../../../../src/service/model.ts';
import { checkLogs, type FilterField, judgeFilter } from '../../../../src/service/queries/filter.ts';
import { FilterDoubts } from '../../../../src/service/queries/filterDoubts.ts';

const names = defaultConventions.logs.parameters;
const PAGE = { page: 1, perPage: 20 };
const TOTAL = 340;

/** A filter of each kind that matches 10 of the logs. */
const FILTERS = {
  from: '2026-11-22',
  to: '2026-11-20',
  detectedType: 'BOT',
  action: 'Detected',
  rule: 'XSS',
  address: '203.0.113.9',
  countryCode: 'JP',
  uri: '/reviews',
  keyword: 'reviews',
} as const satisfies Partial<Record<FilterField, string>>;
const FIELDS = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

describe('judgeFilter', function () {
  this.timeout(30_000);
  const server = createServer();
  let service: LogService;
  /** The filters that the service ignores, whether rows contain their fields, and whether it reports totals. */
  let ignored: readonly string[] = [];
  let isBare = false;
  let hasTotal = true;
  let requests: URLSearchParams[] = [];
  let delayed: Promise<void> | undefined;

  before(async () => {
    server.on('request', async (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      requests.push(searchParams);
      const applied = FIELDS.filter(
        (field) => searchParams.has(names[field] ?? '') && !ignored.includes(field),
      );
      if (requests.length > 1) await delayed;
      const total = applied.length > 0 ? 10 : TOTAL;
      const first = (Number(searchParams.get('page')) - 1) * PAGE.perPage;
      const items = Array.from({ length: Math.max(0, Math.min(PAGE.perPage, total - first)) }, (_, at) => ({
        idx: (applied.length > 0 ? 1_000 : 2_000) + first + at,
        ...(!isBare && {
          log_time: applied.includes('to')
            ? '2026-11-20 10:00:00'
            : applied.includes('from')
              ? '2026-11-22 10:00:00'
              : '2026-11-21 10:00:00',
          detected_type: applied.includes('detectedType') ? 'BOT' : 'WAF',
          action: applied.includes('action') ? 'Detected' : 'Blocked',
          attack: applied.includes('rule') ? 'XSS' : 'SQL Injection',
          ip: applied.includes('address') ? '203.0.113.9' : '203.0.113.1',
          country_code: applied.includes('countryCode') ? 'JP' : 'KR',
          uri: applied.includes('uri') ? '/reviews' : '/cart',
        }),
      }));
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          message: { key: 'RES000000', value: 'Success' },
          data: { items, total_count: hasTotal ? total : null, page: null, per_page: PAGE.perPage },
        }),
      );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  after(() => server.close());

  beforeEach(() => {
    ignored = [];
    isBare = false;
    hasTotal = true;
    delayed = undefined;
    requests = [];
    const { port } = server.address() as AddressInfo;
    service = createLogService({
      baseUrl: `http://127.0.0.1:${port}`,
      key: async () => 'key',
      conventions: defaultConventions,
    });
  });

  afterEach(() => service.dispose());

  /** Reads the first page and judges its filter, as for every list. */
  async function judged(filter: LogFilter) {
    const page = await service.logs(7, PAGE, filter);
    const { ignored: seen } = checkLogs(page.items, filter, names);
    return { page, seen, doubtful: page.doubtful ?? [] };
  }

  for (const field of FIELDS) {
    it(`is applied where the service applies ${field}`, async () => {
      const { page, seen, doubtful } = await judged({ [field]: FILTERS[field] });
      assert.deepEqual([page.total, seen, doubtful], [10, [], []]);
    });

    it(`is no finding where the service ignores ${field}`, async () => {
      ignored = [field];
      const { page, seen, doubtful } = await judged({ [field]: FILTERS[field] });
      assert.equal(page.total, TOTAL);
      assert.deepEqual([...seen, ...doubtful], [field]);
    });

    it(`is doubtful where the service ignores ${field} and its rows do not have it`, async () => {
      ignored = [field];
      isBare = true;
      const { seen, doubtful } = await judged({ [field]: FILTERS[field] });
      assert.deepEqual([seen, doubtful], [[], [field]]);
    });

    it(`is applied where the list is shorter with ${field}, though its rows do not have it`, async () => {
      isBare = true;
      const { seen, doubtful } = await judged({ [field]: FILTERS[field] });
      assert.deepEqual([seen, doubtful], [[], []]);
    });

    it(`is told apart from another filter that is applied, where ${field} is ignored`, async () => {
      const other = field === 'action' ? 'rule' : 'action';
      ignored = [field];
      const { seen, doubtful } = await judged({ [other]: FILTERS[other], [field]: FILTERS[field] });
      assert.deepEqual([...seen, ...doubtful], [field]);
    });
  }

  it('compares the logs where the service sends no total', async () => {
    hasTotal = false;
    assert.deepEqual((await judged({ keyword: 'reviews' })).doubtful, []);
    ignored = ['keyword'];
    assert.deepEqual((await judged({ keyword: 'reviews' })).doubtful, ['keyword']);
  });

  it('reads the list without the filter once, and not where its total is known', async () => {
    await judged({ keyword: 'reviews' });
    assert.equal(requests.length, 2);
    assert.equal(requests[1]?.has(names.keyword ?? ''), false);
    await judged({ keyword: 'carts' });
    assert.equal(requests.length, 3);
  });

  it('reads nothing more where the rows show that the filter was applied', async () => {
    await judged({ action: 'Detected' });
    assert.equal(requests.length, 1);
  });

  /** A reader of logs without text; `pages` lists its pages, first those without the keyword and then those with it. */
  function doubtsOf(...pages: readonly (readonly Partial<Page<ListedLog>>[])[]) {
    const [all, found] = pages.map((each) => each.values());
    const reads: LogFilter[] = [];
    const doubts = new FilterDoubts({
      names,
      longest: 30_000,
      read: async (domain, request, filter) => {
        reads.push(filter);
        const { value } = (filter.keyword ? found : all)?.next() ?? {};
        const log = { key: { domain, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } };
        return { items: [log], total: 0, ...request, ...value };
      },
    });
    return { doubts, reads };
  }

  it('compares a list with the list of now, if it has become longer than the one of before', async () => {
    const { doubts, reads } = doubtsOf([{ total: 340 }, { total: 400 }], [{ total: 350 }]);
    await doubts.page(7, PAGE, {});
    assert.deepEqual((await doubts.page(7, PAGE, { keyword: 'reviews' })).doubtful, undefined);
    assert.equal(reads.length, 3);
  });

  it('compares the logs of a page whose total is not known with those of a list whose total is', async () => {
    const { doubts, reads } = doubtsOf(
      [{ total: 340 }, { total: 340 }],
      [{ total: 21, isTotalKnown: false }],
    );
    await doubts.page(7, PAGE, {});
    assert.deepEqual((await doubts.page(7, PAGE, { keyword: 'reviews' })).doubtful, ['keyword']);
    assert.equal(reads.length, 3);
  });

  it('doubts a filter whose comparison fails, and shows its page', async () => {
    const log = { key: { domain: 7, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } };
    const doubts = new FilterDoubts({
      names,
      longest: 30_000,
      read: async (_domain, request, filter) => {
        if (filter.keyword === undefined) throw new Error('no answer');
        return { items: [log], total: 1, ...request };
      },
    });
    const { items, doubtful } = await doubts.page(7, PAGE, { keyword: 'reviews' });
    assert.deepEqual([items, doubtful], [[log], ['keyword']]);
  });

  it('keeps no total that is not known', async () => {
    const { doubts, reads } = doubtsOf([{ total: 21, isTotalKnown: false }, { total: 340 }], [{ total: 10 }]);
    await doubts.page(7, PAGE, {});
    await doubts.page(7, PAGE, { keyword: 'reviews' });
    assert.equal(reads.length, 3);
  });

  it('is applied where the total is lower, although the first logs are the same', () => {
    const log = { key: { domain: 7, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } };
    const page = { items: [log], total: 10, ...PAGE };
    const judgement = judgeFilter(page, { keyword: 'reviews' }, names, { ...page, total: TOTAL });
    assert.deepEqual([...judgement], [['keyword', 'applied']]);
  });

  it('reads nothing more for the later pages of a list', async () => {
    ignored = ['keyword'];
    await judged({ keyword: 'reviews' });
    const before = requests.length;
    const page = await service.logs(7, { page: 2, perPage: 20 }, { keyword: 'reviews' });
    assert.deepEqual(page.doubtful, ['keyword']);
    assert.equal(requests.length, before + 1);
  });

  it('reads nothing more for a caller that repeats its request', async () => {
    ignored = ['keyword'];
    for (let time = 0; time < 3; time++) await service.logs(7, PAGE, { keyword: 'reviews' }, { once: true });
    assert.equal(requests.length, 3);
  });

  it('doubts a filter whose comparison does not answer in the time of a request', async () => {
    const doubts = new FilterDoubts({
      names,
      longest: 0,
      read: async (_domain, request, filter, { signal }) => {
        if (filter.keyword === undefined) await once(signal ?? assert.fail(), 'abort');
        return {
          items: [{ key: { domain: 7, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } }],
          total: 1,
          ...request,
        };
      },
    });
    assert.deepEqual((await doubts.page(7, PAGE, { keyword: 'reviews' })).doubtful, ['keyword']);
  });

  it('waits at most 5 s for the comparison, and no longer than the request may take', async () => {
    const waits = async (longest: number) => {
      const timeout = mock.method(AbortSignal, 'timeout');
      const doubts = new FilterDoubts({
        names,
        longest,
        read: async (domain, request) => {
          const log = { key: { domain, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } };
          return { items: [log], total: 1, ...request };
        },
      });
      await doubts.page(7, PAGE, { keyword: 'reviews' });
      const [limit = 0] = timeout.mock.calls[0]?.arguments ?? [];
      timeout.mock.restore();
      return limit;
    };
    assert.equal(await waits(30_000), 5_000);
    assert.ok((await waits(3_000)) <= 3_000);
  });

  it('remembers the totals of 200 lists', async () => {
    const readsWith = async (lists: number) => {
      let reads = 0;
      const doubts = new FilterDoubts({
        names,
        longest: 30_000,
        read: async (domain, request, { keyword }) => {
          reads++;
          const log = { key: { domain, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } };
          return { items: [log], total: keyword ? 1 : 2, ...request };
        },
      });
      for (let domain = 0; domain < lists; domain++) await doubts.page(domain, PAGE, {});
      reads = 0;
      await doubts.page(0, PAGE, { keyword: 'a' });
      return reads;
    };
    // The filtered list is the last one.
    assert.deepEqual([await readsWith(199), await readsWith(200)], [1, 2]);
  });

  it('ends with its caller', async () => {
    const controller = new AbortController();
    delayed = new Promise(() => {});
    const reading = service.logs(7, PAGE, { keyword: 'reviews' }, { signal: controller.signal });
    server.once('request', () => server.once('request', () => controller.abort()));
    await assert.rejects(reading, { code: 'cancelled' });
  });

  it('is applied where the list without it has fewer logs, and neither has a total', () => {
    const log = (idx: number) => ({ key: { domain: 7, idx, detectedType: 'WAF' }, row: { idx, other: {} } });
    const page = { items: [log(2), log(1)], total: 21, isTotalKnown: false as const, ...PAGE };
    const judgement = judgeFilter(page, { keyword: 'reviews' }, names, { ...page, items: [log(2)] });
    assert.deepEqual([...judgement], [['keyword', 'applied']]);
  });

  it('is doubtful where the first logs are the same, and only one of the totals is known', () => {
    const log = { key: { domain: 7, idx: 1, detectedType: 'WAF' }, row: { idx: 1, other: {} } };
    const page = { items: [log], total: 10, ...PAGE };
    const other = { ...page, total: TOTAL, isTotalKnown: false as const };
    assert.deepEqual([...judgeFilter(page, { keyword: 'reviews' }, names, other)], [['keyword', 'doubtful']]);
  });

  it('is of this side where the conventions have no parameter', () => {
    const page = { items: [], total: 0, page: 1, perPage: 20 };
    const judgement = judgeFilter(page, { keyword: 'b' }, { ...names, keyword: null }, undefined);
    assert.deepEqual([...judgement], [['keyword', 'here']]);
  });
});
