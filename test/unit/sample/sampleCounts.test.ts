import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { counts, now } from './client.ts';

const metrics = ['visitors', 'attackers', 'malicious_ips', 'bots'] as const;

describe('sample service: counts', () => {
  let service: SampleService;

  before(async () => {
    service = await startSampleService({ now });
  });
  after(() => service.close());

  it('has whole numbers for every day of the allowed range, in order', async () => {
    const { total_log, search_term, timezone } = await counts(service, 1001, '20260201', '20260515');
    assert.deepEqual(search_term, { from: '20260201', to: '20260515' });
    assert.equal(timezone, 'UTC');
    assert.ok(total_log);
    const expected = Array.from({ length: 104 }, (_, position) =>
      new Date(Date.UTC(2026, 1, 1 + position)).toISOString().slice(0, 10),
    );
    assert.deepEqual(
      total_log.map((day) => day.date),
      expected,
    );
    for (const day of total_log) {
      assert.ok(metrics.every((metric) => Number.isSafeInteger(day[metric]) && day[metric] >= 0));
      assert.ok(day.attackers <= day.visitors);
    }
  });

  it('has totals that are not the sum of the days, and nothing to compare with', async () => {
    const { total_count, total_log } = await counts(service, 1001, '20260501', '20260510');
    assert.ok(total_log);
    for (const metric of metrics) {
      const values = total_log.map((day) => day[metric]);
      const sum = values.reduce((left, right) => left + right, 0);
      const { total, ...rest } = total_count[metric] ?? assert.fail(metric);
      assert.ok(total < sum && total >= Math.max(...values), `${metric}: ${total} of ${sum}`);
      assert.deepEqual(rest, { previous: null, change_rate: null, period_label: null });
    }
  });

  it('has attackers today, as many in total as on the day', async () => {
    const { total_count, total_log } = await counts(service, 1001, '20260515', '20260515');
    assert.ok(total_log?.length === 1 && (total_log[0]?.attackers ?? 0) > 0);
    assert.equal(total_count['attackers']?.total, total_log[0]?.attackers);
  });

  it('leaves out days to come, and says which range was asked for', async () => {
    const { total_log, search_term } = await counts(service, 1001, '20260514', '20260520');
    assert.deepEqual(
      total_log?.map((day) => day.date),
      ['2026-05-14', '2026-05-15'],
    );
    assert.deepEqual(search_term, { from: '20260514', to: '20260520' });
    const future = await counts(service, 1001, '20260601', '20260602');
    assert.deepEqual(future.total_log, []);
    assert.equal(future.total_count['visitors']?.total, 0);
  });

  it('says the same of a day whatever the range', async () => {
    const { total_log } = await counts(service, 1004, '20260401', '20260430');
    const { total_log: one } = await counts(service, 1004, '20260412', '20260412');
    assert.deepEqual(
      one,
      total_log?.filter((day) => day.date === '2026-04-12'),
    );
  });

  it('leaves out some days of the quiet domain', async () => {
    const { total_log } = await counts(service, 1010, '20260201', '20260515');
    assert.ok(total_log && total_log.length > 30 && total_log.length < 100, String(total_log?.length));
  });

  it('has null for the days of the domain without traffic', async () => {
    const { total_log, total_count } = await counts(service, 1011, '20260201', '20260515');
    assert.equal(total_log, null);
    assert.ok(metrics.every((metric) => total_count[metric]?.total === 0));
  });
});
