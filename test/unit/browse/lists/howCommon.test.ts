import assert from 'node:assert/strict';
import { HowCommonLogs, type HowCommonLogsOptions } from '../../../../src/browse/lists/howCommon.ts';
import { defaultConventions } from '../../../../src/service/conventions.ts';
import type { LogRow } from '../../../../src/service/model.ts';

describe('HowCommonLogs', () => {
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
  });

  it('keeps what it read for five minutes', async () => {
    const started = now();
    let reads = 0;
    const row: LogRow = {
      idx: 1,
      rule: 'SQL Injection',
      uri: '/a',
      address: '192.0.2.1',
      action: 'Blocked',
      other: {},
    };
    const key = { domain: 7, idx: 1, detectedType: 'WAF' };
    const service = {
      logs: async () => {
        reads++;
        return { items: [{ key, row }], total: 1, page: 1, perPage: 10 };
      },
    };
    const services = {
      of: async () => service,
      filterNames: () => defaultConventions.logs.parameters,
      fileIndex: () => undefined,
    };
    const logs = new HowCommonLogs({
      services,
      lists: { ofAllLogs: () => undefined },
      today: () => '2026-11-23',
    } as unknown as HowCommonLogsOptions);
    const readAt = async (milliseconds: number) => {
      Date.now = () => started + milliseconds;
      const before = reads;
      await logs.of({ connectionId: 'c', key }, row, new AbortController().signal);
      return reads - before;
    };
    assert.ok((await readAt(0)) > 0);
    assert.equal(await readAt(299_999), 0);
    assert.ok((await readAt(300_001)) > 0);
  });
});
