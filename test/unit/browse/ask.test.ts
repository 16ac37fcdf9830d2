import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from '../whole/readingPlaces.ts';

describe('Ask', function () {
  this.timeout(30_000);
  let services: FakeService[];
  let window: FakeWindow;

  before(async () => {
    services = [await FakeService.start(), await FakeService.start()];
    window = await FakeWindow.open(plainProfile(), 1);
    for (const [at, { baseUrl, key }] of services.entries()) {
      const connection = { id: `${at}`, name: `Connection ${at}`, baseUrl };
      await window.parts.keys.store(connection, key);
      await window.parts.connections.save(connection);
    }
  });

  after(async () => {
    window?.close();
    for (const service of services) await service.close();
  });

  it('takes the row that was selected last rather than the panel, and names its connection', async () => {
    const view = window.fake.trees.get('partnerLogs.domains')?.view ?? assert.fail();
    const domains = [];
    for (const root of await childrenOf(window)) domains.push(...(await childrenOf(window, root)));
    const [first, second] = domains.filter((row) => row.kind === 'domain');
    const [log] = await childrenOf(window, first);
    await window.run('partnerLogs.openDetectionLog', log);
    assert.equal(window.parts.ask.current?.connectionId, first?.connectionId);
    view.select(second);
    assert.equal(window.parts.ask.current?.connectionId, second?.connectionId);
    const done = window.run('partnerLogs.searchLogs');
    const pick = await until('the search', () => window.fake.picks.find(({ isOpen }) => isOpen));
    assert.match(pick?.title ?? '', /^Search Detection Logs of shop\.example \(.*1\)$/);
    pick?.hide();
    await done;
    view.select();
  });
});
