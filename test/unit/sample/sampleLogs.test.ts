import assert from 'node:assert/strict';
import { rules } from '../../../src/sample/rules.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { allRows, counts, type Detail, detail, logs, now, type Row } from './client.ts';

const METRICS = ['visitors', 'attackers', 'malicious_ips', 'bots'] as const;

describe('sample logs', function () {
  this.timeout(60_000);
  let service: SampleService;
  let rows: readonly Row[];
  before(async () => {
    service = await startSampleService({ now });
    rows = await allRows(service, 1001);
  });
  after(() => service.close());

  it('are the same for the same clock', async () => {
    const everything = async () => {
      const other = await startSampleService({ now });
      const data = [await allRows(other, 1002), await detail(other, 1002, 1100)];
      await other.close();
      return data;
    };
    assert.deepEqual(await everything(), await everything());
  });

  it('are listed by pages, each once, newest first', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 24; page++) {
      const { items, ...counters } = await logs(service, 1001, { page, per_page: 37 });
      assert.deepEqual(counters, { total_count: '820', page: String(page), per_page: '37' });
      seen.push(...items.map(({ idx }) => idx));
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 820 }, (_, place) => 1820 - place),
    );
  });

  for (const time of ['2026-05-15T00:00:00Z', '2026-12-31T12:00:00Z'])
    it(`tell the story of the README at ${time}`, async () => {
      const other = await startSampleService({ now: () => new Date(time) });
      const all = await allRows(other, 1001);
      const today = all.filter(({ log_time }) => log_time.startsWith(time.slice(0, 10)));
      assert.ok(today.length >= 5 && today.every(({ log_time }) => log_time <= time.replace('T', ' ')));
      const [newest] = all;
      assert.equal(newest?.uri, '/api/v2/checkout');
      assert.match(newest.detected_value, /UNION SELECT card_no/);
      const uploads = today.filter(({ attack, ip }) => attack === 'File Upload' && ip === '203.0.113.9');
      assert.ok(uploads.some(({ action }) => action === 'Blocked'));
      await other.close();
    });

  it('continue after midnight, and stay as they were', async () => {
    let time = new Date('2026-04-30T20:00:00Z');
    const other = await startSampleService({ now: () => time });
    const before = await allRows(other, 1001);
    time = new Date('2026-05-02T09:00:00Z');
    const after = await allRows(other, 1001);
    const newest = before[0]?.idx ?? assert.fail();
    const added = after.filter(({ idx }) => idx > newest).map(({ log_time }) => log_time.slice(0, 10));
    assert.deepEqual([...new Set(added)], ['2026-05-02', '2026-05-01']);
    assert.deepEqual(
      after.filter(({ idx }) => idx <= newest),
      before.filter(({ log_time }) => log_time >= '2026-02-01'),
    );
    await other.close();
  });

  const filters: readonly (readonly [query: Record<string, string>, keep: (row: Row) => boolean])[] = [
    [{ from: '20260420' }, ({ log_time }) => log_time >= '2026-04-20'],
    [{ from: '20260301', to: '20260301' }, ({ log_time }) => log_time.startsWith('2026-03-01')],
    [{ attack: 'sql injection' }, ({ attack }) => attack === 'SQL Injection'],
    [{ ip: '203.0.113.9' }, ({ ip }) => ip === '203.0.113.9'],
    [{ country_code: 'KR' }, ({ country_code }) => country_code === 'KR'],
    [{ uri: '/cart' }, ({ uri }) => uri.includes('/cart')],
    [{ keyword: 'SQLMAP' }, (row) => /sqlmap/i.test(JSON.stringify(row))],
    [
      { action_type: 'Detected', attack: 'File Upload', from: '20260401' },
      ({ action, attack, log_time }) =>
        action === 'Detected' && attack === 'File Upload' && log_time >= '2026-04-01',
    ],
    [{ type: 'WAF', ip: '', keyword: '' }, () => true],
  ];
  for (const [query, keep] of filters)
    it(`are filtered by ${JSON.stringify(query)}`, async () => {
      const expected = rows.filter(keep);
      assert.ok(expected.length > 0);
      assert.deepEqual(await allRows(service, 1001, query), expected);
    });

  it('that nothing matches are none', async () => {
    for (const query of [{ type: 'IPS' }, { attack: 'SQL' }, { ip: '203.0.113' }, { from: '20260601' }])
      assert.deepEqual(await allRows(service, 1001, query), []);
    assert.deepEqual(await allRows(service, 1006), []);
  });

  describe('in detail', () => {
    const examples: { readonly row: Row; readonly info: Detail['detailed_info'] }[] = [];
    before(async () => {
      for (const domain of [1001, 1002, 1003, 1004]) {
        for (const row of await allRows(service, domain, { to: '20260320' }))
          examples.push({ row, info: (await detail(service, domain, row.idx)).detailed_info });
      }
    });

    it('have every rule, and contain the detected text', () => {
      for (const { name } of rules) {
        const own = examples.filter(({ row }) => row.attack === name);
        const distinct = new Set(own.map(({ info }) => info.raw_data)).size;
        assert.ok(distinct >= 10, `${name}: ${distinct}`);
      }
      for (const { row, info } of examples) {
        assert.ok(
          row.detected_value !== '' && info.raw_data.includes(row.detected_value),
          row.detected_value,
        );
        assert.ok(info.basestr.includes(row.detected_value));
      }
    });

    it('agree with their row, and are valid requests', () => {
      for (const { row, info } of examples) {
        const [head = '', body = ''] = info.raw_data.split(/\r\n\r\n(.*)/s);
        const [line, ...fields] = head.split('\r\n');
        const sent = Object.fromEntries(fields.map((field) => field.split(/: (.*)/s).slice(0, 2)));
        const { 'Request-Line': requestLine, ...headers } = info.req_line_headers;
        assert.equal(line, requestLine);
        assert.match(line ?? '', /^[A-Z]+ \S+ HTTP\/1\.1$/);
        assert.equal(line?.split(' ')[1]?.split('?')[0], row.uri);
        for (const [name, value] of Object.entries(sent)) assert.equal(headers[name], value, name);
        const added = Object.keys(headers).filter((name) => !(name in sent));
        const names = 'X-Forwarded-For X-Client-IP X-Client-Country X-Forwarded-Proto X-Unique-ID';
        assert.equal(added.join(' '), names);
        assert.deepEqual([headers['X-Client-IP'], headers['X-Client-Country']], [row.ip, row.country_code]);
        assert.equal(Buffer.byteLength(body), Number(sent['Content-Length'] ?? 0));
        if (row.rawdata !== undefined) assert.equal(row.rawdata, info.raw_data);
        assert.equal(row.action === 'Blocked', info.response_code === 403);
        assert.match(row.ip, /^(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)\d{1,3}$|^2001:db8::[\da-f]{1,2}$/);
      }
    });
  });

  it('are counted: each day of the range, fewer in total than the sum of the days', async () => {
    const { total_log, total_count, ...others } = await counts(service, 1001, '20260501', '20260520');
    assert.deepEqual(others, { search_term: { from: '20260501', to: '20260520' }, timezone: 'UTC' });
    assert.deepEqual(
      total_log?.map(({ date }) => Number(date.slice(8))),
      Array.from({ length: 15 }, (_, day) => day + 1),
    );
    for (const metric of METRICS) {
      const values = total_log?.map((day) => day[metric]) ?? [];
      const sum = values.reduce((left, right) => left + right, 0);
      const total = total_count[metric]?.total ?? assert.fail();
      assert.ok(values.every(Number.isSafeInteger) && total < sum && total >= Math.max(...values), metric);
    }
  });

  it('are counted with gaps in the quiet domain, and with null in the one without traffic', async () => {
    const quiet = (await counts(service, 1005, '20260201', '20260515')).total_log?.length ?? 0;
    assert.ok(quiet > 30 && quiet < 100, String(quiet));
    const { total_log, total_count } = await counts(service, 1006, '20260201', '20260515');
    assert.equal(total_log, null);
    assert.ok(METRICS.every((metric) => total_count[metric]?.total === 0));
  });
});
