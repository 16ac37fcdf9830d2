/** A change of one connection leaves everything that was read from the others as it is. */

import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';

const domain = { connectionId: 'c', index: 1001, name: 'shop.example' };
const noSignal = new AbortController().signal;

describe('a change of one connection', () => {
  let window: FakeWindow;
  let service: FakeService;

  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 85);
    service = await FakeService.startSample({ domains: withLogs(400) });
    await window.connect(service.baseUrl, 'key');
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  it('keeps the lists and counts of the others, and drops its own', async () => {
    const { connections, keys, lists, todays } = window.parts;
    const added = { id: 'B', name: 'B', baseUrl: service.baseUrl };
    const counts = { domain, span: 'today' } as const;
    const known = async () => {
      const sent = service.requests.length;
      await lists.logs(domain).load();
      return [
        lists.logs(domain).items.length > 0,
        todays.get(counts)?.answer !== undefined,
        service.requests.length - sent,
      ];
    };
    await lists.logs(domain).load();
    await todays.read(counts, noSignal);

    await keys.store(added, 'another');
    await connections.save(added);
    assert.deepEqual(await known(), [true, true, 0]);

    await keys.store({ id: 'c', name: 'c', baseUrl: service.baseUrl }, 'new');
    assert.deepEqual(await known(), [true, false, 1]);
  });

  it('does not abort counts of another that are being read', async () => {
    const { connections, todays } = window.parts;
    const counts = { domain, span: 'today' } as const;
    const reading = todays.read(counts, noSignal);
    await connections.save({ id: 'B', name: 'B', baseUrl: service.baseUrl });
    await reading;
    assert.ok(todays.get(counts)?.answer);
  });
});
