/** After a connection is removed or its key or address changes, no work started with the old key sends it again. */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';
import { until } from '../../until.ts';

/** Milliseconds before a read is repeated, and after which a request has arrived. */
const BACKOFF = 150;
const IN_FLIGHT = 30;

const domain = { connectionId: 'A', index: 1001, name: 'shop.example' };

describe('a connection that ends', () => {
  let profile: ReturnType<typeof plainProfile>;
  let window: FakeWindow;
  let service: FakeService;
  const connection = () => ({ id: 'A', name: 'A', baseUrl: service.baseUrl });

  beforeEach(async () => {
    profile = plainProfile();
    window = await FakeWindow.open(profile, 84);
    Object.assign(window.limits, { backoff: BACKOFF });
    service = await FakeService.startSample({ domains: withLogs(400) });
    await window.parts.keys.store(connection(), 'old-key');
    await window.parts.connections.save(connection());
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  const edit = (setting: unknown) => {
    profile.settings['partnerLogs.connections'] = setting;
    for (const event of profile.configurations) event.fire({ affectsConfiguration: () => true });
  };
  const ends: Readonly<Record<string, () => unknown>> = {
    'is removed by hand': () => edit([]),
    'is renamed by hand': () => edit([{ name: 'B', baseUrl: service.baseUrl }]),
    'has another key': () => window.parts.keys.store(connection(), 'new-key'),
  };
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'a read that is repeated': async () =>
      (await window.parts.services.of('A')).domains({ page: 1, perPage: 10 }),
    'a list that is refreshed': () => window.parts.lists.logs(domain).load(),
    'a diagnosis': async () => window.run('partnerLogs.diagnoseConnection', { connectionId: 'A' }),
    'a log that opens': async () =>
      window.run('partnerLogs.openDetectionLog', {
        connectionId: 'A',
        key: { domain: 1001, idx: 5, detectedType: 'WAF' },
      }),
    counts: async () => window.run('partnerLogs.openCounts', domain),
  };

  for (const [how, end] of Object.entries(ends)) {
    it(`sends the old key for nothing more when it ${how}`, async () => {
      service.respond = () => ({ status: 503, body: { message: { key: 'RES000029', value: 'Busy' } } });
      for (const work of Object.values(works)) work().catch(() => {});
      for (const part of ['website', 'attack_logs', 'detailed_log', 'visitors'])
        await until(`a request to ${part}`, () => service.paths(new RegExp(part)).length > 0);
      await end();
      // A request might be on its way.
      await pause(IN_FLIGHT);
      const sent = service.requests.length;
      await pause(3 * BACKOFF);
      const later = service.requests
        .slice(sent)
        .filter(({ headers }) => headers['x-service-key'] === 'old-key');
      assert.deepEqual(
        later.map(({ url }) => url.href),
        [],
      );
    });
  }
});
