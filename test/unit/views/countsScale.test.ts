import assert from 'node:assert/strict';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { CountsReadings, IN_BACKGROUND } from '../../../src/views/countsReadings.ts';
import { ServiceDays } from '../../../src/views/serviceDays.ts';
import { wantedOf } from '../../../src/views/todaysCounts.ts';
import { useLoopback } from '../service/loopback.ts';

/** Watched domains. */
const DOMAINS = 200;
/** The most requests to an origin at once. */
const LIMIT = 6;

const { path } = defaultConventions.counts;
const place = (index: number) => ({ connectionId: 'a', index });

describe('counts of 200 watched domains', () => {
  const loopback = useLoopback();

  async function setUp() {
    const world = { running: 0, most: 0, requests: new Map<string, number>() };
    const server = await loopback.http((request, response) => {
      const url = new URL(request.url ?? '', 'http://loopback');
      world.requests.set(url.href, (world.requests.get(url.href) ?? 0) + 1);
      world.running++;
      world.most = Math.max(world.most, world.running);
      setImmediate(() => {
        world.running--;
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(body(url)));
      });
    });
    const service = loopback.service(server.baseUrl);
    const now = () => new Date('2026-05-31T12:00:00Z');
    const days = new ServiceDays(now);
    const readings = new CountsReadings({
      serviceOf: async () => service,
      days,
      now,
      random: Math.random,
      onChange: () => {},
    });
    return { world, readings };
  }

  it('are read with a few requests at a time, each once, and leave room for a person', async () => {
    const { world, readings } = await setUp();
    const wanted = wantedOf(Array.from({ length: DOMAINS }, (_, index) => place(index)));
    const background = readings.refresh(wanted);
    await readings.read({ place: place(1_000), span: 'last30' });
    const waiting = wanted.filter((each) => readings.isQueued(each)).length;
    await background;
    assert.equal(world.requests.size, 2 * DOMAINS + 1);
    assert.ok([...world.requests.values()].every((times) => times === 1));
    assert.ok(world.most <= IN_BACKGROUND + 1, `${world.most} at once`);
    assert.ok(world.most <= LIMIT);
    assert.ok(waiting > DOMAINS, `the person waited for ${2 * DOMAINS - waiting} others`);
    for (const each of wanted) assert.ok(readings.get(each.place, each.span)?.counts);
  });

  it('are read with at most six requests at once when a person asks for all of them', async () => {
    const { world, readings } = await setUp();
    await Promise.all(
      Array.from({ length: DOMAINS }, (_, index) => readings.read({ place: place(index), span: 'today' })),
    );
    assert.equal(world.requests.size, DOMAINS);
    assert.ok(world.most <= LIMIT, `${world.most} at once`);
  });
});

function body(url: URL): object {
  assert.ok(url.pathname.startsWith(path.split(':')[0] ?? ''));
  const metric = { total: 1, previous: null, change_rate: null, period_label: null };
  return {
    message: { key: 'RES000000', value: 'success' },
    data: {
      search_term: { from: url.searchParams.get('from'), to: url.searchParams.get('to') },
      total_count: { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
      total_log: [],
      timezone: 'UTC',
    },
  };
}
