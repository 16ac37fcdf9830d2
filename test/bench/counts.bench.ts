import assert from 'node:assert/strict';
import { CountsReadings } from '../../src/counts/countsReadings.ts';
import { ServiceDays } from '../../src/counts/serviceDays.ts';
import { statusBarText } from '../../src/counts/statusBarText.ts';
import { TodaysCounts } from '../../src/counts/todaysCounts.ts';
import type { LogService } from '../../src/service/api.ts';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import { startCountsService } from '../unit/counts/countsService.ts';
import { compare } from './compare.ts';

const DOMAINS = 200;
const domains = Array.from({ length: DOMAINS }, (_, index) => ({ connectionId: 'a', index }));
const now = () => new Date('2026-05-31T12:00:00Z');
const day = { from: '2026-05-31', to: '2026-05-31' };

describe(`Counts of ${DOMAINS} pinned domains`, () => {
  let counts: Awaited<ReturnType<typeof startCountsService>>;
  let service: LogService;

  before(async () => {
    counts = await startCountsService();
    service = createLogService({
      baseUrl: counts.service.baseUrl,
      key: async () => 'key',
      conventions: defaultConventions,
    });
  });

  after(async () => {
    service.dispose();
    await counts.service.close();
  });

  function parts() {
    const days = new ServiceDays(now);
    const readings = new CountsReadings({
      serviceOf: async () => service,
      days,
      now,
      random: Math.random,
    });
    return { readings, todays: new TodaysCounts(readings, days) };
  }

  it('one refresh, beside the same requests by the client alone', async () => {
    await compare('Refresh', {
      'the client alone, six at once': () =>
        Promise.all(domains.map(({ index }) => service.counts(index, day))),
      'in the background, four at once': () =>
        parts().readings.refresh(domains.map((domain) => ({ domain, span: 'today' }))),
    });
    assert.ok(counts.most <= 6, `${counts.most} at once`);
    process.stdout.write(`    at most ${counts.most} requests in flight\n`);
  });

  it('what the status bar says, beside that of one domain', async () => {
    const { readings, todays } = parts();
    await readings.refresh(domains.map((domain) => ({ domain, span: 'today' })));
    const status = (shown: typeof domains) => {
      for (let round = 0; round < 20; round++) {
        const domains = shown.map((domain) => ({
          name: `domain-${domain.index}`,
          state: todays.get(domain),
        }));
        statusBarText(domains, { warnAbove: 50, staleAfter: 600_000, now: now() });
      }
    };
    await compare('20 times the status', {
      'of one domain': () => status(domains.slice(0, 1)),
      [`of ${DOMAINS} domains`]: () => status(domains),
    });
  });
});
