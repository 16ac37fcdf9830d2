import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';
import { amount } from '../../proofs.ts';
import { prepare, readingPlaces } from './readingPlaces.ts';

const ACTIVATIONS = amount(100);
/** The number of activations that use every place that reads; the others only list domains. */
const BUSY = 25;

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('activate', function () {
  this.timeout(120_000);

  it(`leaves no listener, command, tool or timer after ${ACTIVATIONS} windows`, async () => {
    const service = await FakeService.startSample({ domains: withLogs(120) });
    const profile = plainProfile();
    const connection = { id: 'c', name: 'c', baseUrl: service.baseUrl };
    const before = timers();
    let most = 0;
    for (let round = 0; round < ACTIVATIONS; round++) {
      const window = await FakeWindow.open(profile);
      const { fake, parts } = window;
      if (round === 0) {
        await parts.keys.store(connection, service.key);
        await parts.connections.save(connection);
      }
      const prepared = await prepare(window);
      if (round % BUSY === 0) for (const place of readingPlaces) await place.read(prepared);
      most = Math.max(most, fake.listeners);
      window.close();
      const left = { listeners: fake.listeners, commands: [...fake.commands.keys()], tools: fake.tools.size };
      assert.deepEqual(left, { listeners: 0, commands: [], tools: 0 }, `window ${round + 1}`);
      assert.equal(fake.providers.size, 0);
      assert.equal(profile.secrets.listeners, 0);
    }
    await service.close();
    // A timer that was started just before the end might still be pending, but none may remain for each window.
    assert.ok(timers() - before < 5, `${timers()} timers, ${before} before`);
    console.log(
      `${ACTIVATIONS} activations: at most ${most} listeners in one, 0 left; ${timers() - before} timers left`,
    );
  });
});
