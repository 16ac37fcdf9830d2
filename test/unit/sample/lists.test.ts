import assert from 'node:assert/strict';
import { SampleDomainLogs } from '../../../src/sample/sampleLogs.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { allRows, detail, get, logs, now, type Row } from './client.ts';

const list = '/partner/logs/attack_logs/1001';

describe('sample service: lists of logs', () => {
  let service: SampleService;
  let rows: readonly Row[];

  before(async () => {
    service = await startSampleService({ now });
    rows = await allRows(service, 1001);
  });
  after(() => service.close());

  it('has about 3 000 logs over the domains', async () => {
    const totals = await Promise.all(
      Array.from({ length: 12 }, async (_, position) =>
        Number((await logs(service, 1001 + position)).total_count),
      ),
    );
    const sum = totals.reduce((left, right) => left + right, 0);
    assert.ok(sum > 2900 && sum < 3200, String(sum));
  });

  for (const perPage of [10, 37, 100]) {
    it(`pages by ${perPage} without a gap or a double, newest first`, async () => {
      const seen: number[] = [];
      for (let page = 1; page <= Math.ceil(820 / perPage); page++) {
        const data = await logs(service, 1001, { page, per_page: perPage });
        assert.deepEqual(
          [data.total_count, data.page, data.per_page],
          ['820', String(page), String(perPage)],
        );
        seen.push(...data.items.map((row) => row.idx));
      }
      assert.deepEqual(
        seen,
        Array.from({ length: 820 }, (_, position) => 1820 - position),
      );
    });
  }

  it('answers a page beyond the last with no items', async () => {
    assert.deepEqual(await logs(service, 1001, { page: 1000 }), {
      items: [],
      total_count: '820',
      page: '1000',
      per_page: '20',
    });
  });

  it('pages by offset when started so, and refuses the other parameters', async () => {
    const other = await startSampleService({ now, paging: 'offset' });
    try {
      const { status, body } = await get(other, list, { offset: 15, limit: 10 });
      assert.equal(status, 200);
      assert.deepEqual(body.data.result_info.attack_logs, rows.slice(15, 25));
      assert.deepEqual(body.data.page_info, { total_count: 820, offset: 15, limit: 10 });
      for (const query of [
        { page: 1, per_page: 20 },
        { offset: 0, limit: 9 },
        { offset: -1, limit: 10 },
      ]) {
        assert.equal((await get(other, list, query)).status, 400, JSON.stringify(query));
      }
    } finally {
      await other.close();
    }
  });

  it('spreads the logs over the allowed range, in the order of their times', () => {
    const times = rows.map((row) => row.log_time);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.ok(times.every((time) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time)));
    assert.ok((times.at(-1) ?? '') >= '2026-02-01 00:00:00');
    assert.ok((times[0] ?? '') <= '2026-05-15 10:30:00');
    const days = new Set(times.map((time) => time.slice(0, 10)));
    assert.ok(days.size > 95, `${days.size} of 104 days have logs`);
  });

  for (const time of ['2026-05-15T00:00:00Z', '2026-03-01T23:59:59Z', '2026-12-31T12:00:00Z']) {
    it(`has logs of today at ${time}, the promised upload among them, none in the future`, async () => {
      const other = await startSampleService({ now: () => new Date(time) });
      try {
        const today = time.slice(0, 10);
        const found = await allRows(other, 1001, { from: today.replaceAll('-', '') });
        assert.ok(found.length >= 5);
        assert.ok(found.every((row) => row.log_time.startsWith(today)));
        assert.ok(found.every((row) => row.log_time <= time.slice(0, 19).replace('T', ' ')));
        assert.ok(
          found.some(
            (row) => row.attack === 'File Upload' && row.action === 'Blocked' && row.ip === '203.0.113.9',
          ),
        );
      } finally {
        await other.close();
      }
    });
  }

  it('goes on at midnight: new logs for the new day, the old ones as they were while their days are allowed', async () => {
    let time = new Date('2026-04-30T20:00:00Z');
    const other = await startSampleService({ now: () => time });
    try {
      const before = await allRows(other, 1001);
      time = new Date('2026-05-02T09:00:00Z');
      const after = await allRows(other, 1001);
      const newest = before[0]?.idx ?? Number.NaN;
      const added = after.filter((row) => row.idx > newest);
      const days = new Set(added.map((row) => row.log_time.slice(0, 10)));
      assert.deepEqual([...days], ['2026-05-02', '2026-05-01']);
      assert.deepEqual(
        after.filter((row) => row.idx <= newest),
        before.filter((row) => row.log_time >= '2026-02-01'),
      );
    } finally {
      await other.close();
    }
  });

  it('has log 1234 in the first domain', async () => {
    assert.equal((await detail(service, 1001, 1234)).detailed_info.virtual_host_name, 'shop.example:443');
  });

  it('has nothing in the domain without traffic', async () => {
    assert.deepEqual(await allRows(service, 1011), []);
  });

  type Keep = (row: Row) => boolean;
  const includes = (text: string, part: string) => text.toLowerCase().includes(part);
  const filters: readonly (readonly [query: Record<string, string>, keep: Keep])[] = [
    [{ from: '20260420' }, (row) => row.log_time >= '2026-04-20'],
    [{ to: '20260220' }, (row) => row.log_time < '2026-02-21'],
    [{ from: '20260301', to: '20260301' }, (row) => row.log_time.startsWith('2026-03-01')],
    [{ action_type: 'Blocked' }, (row) => row.action === 'Blocked'],
    [{ attack: 'SQL Injection' }, (row) => row.attack === 'SQL Injection'],
    [{ attack: 'sql injection' }, (row) => row.attack === 'SQL Injection'],
    [{ ip: '203.0.113.9' }, (row) => row.ip === '203.0.113.9'],
    [{ country_code: 'KR' }, (row) => row.country_code === 'KR'],
    [{ uri: '/cart' }, (row) => row.uri.includes('/cart')],
    [{ keyword: 'SQLMAP' }, (row) => includes(JSON.stringify(row), 'sqlmap')],
    [
      { action_type: 'Detected', attack: 'Cross Site Scripting', from: '20260401', uri: '/search' },
      (row) =>
        row.action === 'Detected' &&
        row.attack === 'Cross Site Scripting' &&
        row.log_time >= '2026-04-01' &&
        row.uri.includes('/search'),
    ],
    [{ type: 'WAF', ip: '', keyword: '' }, () => true],
  ];
  for (const [query, keep] of filters) {
    it(`filters by ${JSON.stringify(query)}`, async () => {
      const expected = rows.filter(keep);
      assert.ok(expected.length > 0);
      assert.deepEqual(await allRows(service, 1001, query), expected);
    });
  }

  for (const query of [{ type: 'IPS' }, { attack: 'SQL' }, { ip: '203.0.113' }, { from: '20260601' }]) {
    it(`leaves nothing for ${JSON.stringify(query)}`, async () => {
      assert.deepEqual(await allRows(service, 1001, query), []);
    });
  }

  it('keeps filtering right when the questions alternate', async () => {
    const ask = (rule: string) => allRows(service, 1001, { attack: rule });
    const answers = await Promise.all(['File Upload', 'Invalid URL', 'File Upload'].map(ask));
    assert.deepEqual(answers[0], answers[2]);
    assert.deepEqual(
      answers[1],
      rows.filter((row) => row.attack === 'Invalid URL'),
    );
  });

  it('makes no more logs than a page shows, of a million', async () => {
    const other = await startSampleService({ now, logsPerDomain: 1_000_000 });
    const make = SampleDomainLogs.prototype.log;
    let made = 0;
    SampleDomainLogs.prototype.log = function counted(ordinal) {
      made++;
      return make.call(this, ordinal);
    };
    try {
      const first = await logs(other, 1001, { per_page: 50 });
      const deep = await logs(other, 1001, { page: 10_000, per_page: 50, from: '20260205' });
      assert.equal(first.total_count, '1000000');
      assert.equal(first.items[0]?.idx, 1_001_000);
      assert.ok(Number(deep.total_count) < 1_000_000);
      assert.equal(made, 100);
      const [row] = deep.items;
      assert.ok(row);
      const found = await detail(other, 1001, row.idx);
      assert.equal(found.detailed_info.basestr, row.basestr);
    } finally {
      SampleDomainLogs.prototype.log = make;
      await other.close();
    }
  });
});
