/** Tests the client with the sample service, which implements the same interface independently. */

import assert from 'node:assert/strict';
import { firstAllowedDay, today } from '../../../src/service/calendar.ts';
import { resolveDifferences } from '../../../src/service/differences.ts';
import { METRICS } from '../../../src/service/model.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';
import { useLoopback } from './loopback.ts';

const page = { page: 1, perPage: 20 };

for (const served of ['page', 'offset'] as const) {
  describe(`the client and the sample service, paging by ${served}`, () => {
    const { service } = useLoopback();
    let sample: FakeService;
    before(async () => {
      sample = await FakeService.startSample({ paging: served, domains: withLogs(45) });
      sample.refusesOtherKeys = true;
    });
    after(() => sample.close());

    function client(asked: 'page' | 'offset' = served) {
      const conventions = resolveDifferences({ logsPaging: asked });
      return service(sample.baseUrl, { key: async () => sample.key, conventions });
    }

    /** Returns the domain with the most logs. */
    async function busiest() {
      const { items } = await client().domains({ page: 1, perPage: 100 });
      const totals = await Promise.all(
        items.map(async ({ index }) => (await client().logs(index, page, {})).total),
      );
      const most = totals.indexOf(Math.max(...totals));
      return { index: items[most]?.index ?? assert.fail(), total: totals[most] ?? 0 };
    }

    it('list domains', async () => {
      const { items, total } = await client().domains(page);
      assert.ok(items.length > 0 && total >= items.length);
      assert.ok(items.every(({ name }) => name !== undefined));
    });

    it('page through all logs, each once, and find the end', async () => {
      const { index, total } = await busiest();
      const seen = new Set<number>();
      for (let number = 1; ; number++) {
        const { items } = await client().logs(index, { page: number, perPage: 20 }, {});
        if (items.length === 0) break;
        for (const { key } of items) seen.add(key.idx);
      }
      assert.equal(seen.size, total);
    });

    it('open every log of a page', async () => {
      const { index } = await busiest();
      const { items } = await client().logs(index, page, {});
      for (const { key } of items) {
        const log = await client().log(key);
        assert.deepEqual(log.key, { domain: index, idx: key.idx, detectedType: 'WAF' });
        assert.ok(log.request.firstLine);
      }
    });

    it('count from the first allowed day to today', async () => {
      const { index } = await busiest();
      const { day } = today('UTC', new Date());
      const counts = await client().counts(index, { from: firstAllowedDay(day), to: day });
      assert.deepEqual(counts.range, { from: firstAllowedDay(day), to: day });
      for (const metric of METRICS) assert.ok((counts.totals[metric] ?? -1) >= 0);
    });

    it('refuse a wrong key, a wrong page size and a log that does not exist', async () => {
      const stranger = service(sample.baseUrl, { key: async () => 'wrong' });
      await assert.rejects(stranger.domains(page), { code: 'unauthorized' });
      await assert.rejects(client('page').domains({ page: 1, perPage: 9 }), { code: 'bad-request' });
      const { index } = await busiest();
      await assert.rejects(client().log({ domain: index, idx: 9_999_999, detectedType: 'WAF' }), {
        code: 'not-found',
      });
    });
  });
}
