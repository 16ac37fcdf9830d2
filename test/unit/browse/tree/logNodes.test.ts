import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';
import { FakeService } from '../../../fakeService.ts';

const time = (idx: number) =>
  new Date(Date.UTC(2026, 4, 1) + 60_000 * idx).toISOString().slice(0, 19).replace('T', ' ');

describe('LogNodes', function () {
  this.timeout(60_000);

  it('finds the logs beside one that is not among the loaded rows by the time at which it was opened', async () => {
    const idxs = Array.from({ length: 400 }, (_, at) => 400 - at);
    const logs = idxs.map((idx) => ({ idx, uri: '/login', log_time: time(idx) }));
    const service = await FakeService.start({ logs });
    const window = await FakeWindow.open(plainProfile(), 1);
    await window.connect(service.baseUrl, service.key);
    const { logNodes, recent } = window.parts;
    const target = { connectionId: 'c', key: { domain: 1, idx: 141, detectedType: 'WAF' } };
    await recent.add({ ...target, row: { idx: 141, time: time(141), other: {} } }, 'shop.example');
    const stepped = async (step: -1 | 1) => {
      const found = await logNodes.adjacent(target, step);
      return typeof found === 'object' ? found.key.idx : found;
    };
    assert.equal(await stepped(1), 140);
    const reads = service.paths(/attack_logs/).length;
    assert.equal(await stepped(-1), 142);
    assert.ok(service.paths(/attack_logs/).length <= reads + 1);
    assert.equal(logNodes.rowOf(target)?.uri, '/login');
    window.close();
    await service.close();
  });
});
