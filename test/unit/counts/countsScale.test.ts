import assert from 'node:assert/strict';
import { CountsReadings } from '../../../src/counts/countsReadings.ts';
import { ServiceDays } from '../../../src/counts/serviceDays.ts';
import { useLoopback } from '../service/loopback.ts';
import { startCountsService } from './countsService.ts';

/** Number of pinned domains. */
const DOMAINS = 200;
/** Maximum number of concurrent requests to an origin. */
const LIMIT = 6;

const domain = (index: number) => ({ connectionId: 'a', index });
const wanted = Array.from({ length: DOMAINS }, (_, index) => ({
  domain: domain(index),
  span: 'today' as const,
}));

describe('CountsReadings of 200 pinned domains', () => {
  const loopback = useLoopback();

  async function setUp() {
    const counted = await startCountsService();
    loopback.closing.push(() => counted.service.close());
    const service = loopback.service(counted.service.baseUrl);
    const now = () => new Date('2026-05-31T12:00:00Z');
    const days = new ServiceDays(now);
    const readings = new CountsReadings({
      serviceOf: async () => service,
      days,
      now,
      random: Math.random,
    });
    return { counted, readings };
  }

  it("reads with a few requests at a time, each once, and leaves room for the user's", async () => {
    const { counted, readings } = await setUp();
    const background = readings.refresh(wanted);
    await readings.read({ domain: domain(1_000), span: 'last30' });
    const waiting = wanted.filter((each) => readings.isQueued(each)).length;
    await background;
    assert.equal(counted.service.requests.length, DOMAINS + 1);
    assert.equal(new Set(counted.service.paths()).size, DOMAINS + 1);
    assert.ok(counted.most <= 4 + 1, `${counted.most} at once`);
    assert.ok(waiting > DOMAINS / 2, `the person waited for ${DOMAINS - waiting} others`);
    for (const each of wanted) assert.ok(readings.get(each.domain, each.span)?.counts);
  });

  it('reads four at a time in the background', async () => {
    const { counted, readings } = await setUp();
    await readings.refresh(wanted);
    assert.equal(counted.most, 4);
  });

  it('reads with at most six requests at once when the user asks for all of them', async () => {
    const { counted, readings } = await setUp();
    await Promise.all(
      Array.from({ length: DOMAINS }, (_, index) => readings.read({ domain: domain(index), span: 'today' })),
    );
    assert.equal(new Set(counted.service.paths()).size, DOMAINS);
    assert.ok(counted.most <= LIMIT, `${counted.most} at once`);
  });
});
