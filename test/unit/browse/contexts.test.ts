import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { paletteEntries } from '../../palette.ts';

describe('the context keys', () => {
  let service: FakeService;
  let window: FakeWindow;
  const contexts: Record<string, true> = {};

  before(async () => {
    service = await FakeService.start({ domains: ['shop.example'] });
    window = await FakeWindow.open(plainProfile());
    window.fake.commands.set('setContext', (key, value) => {
      if (value) contexts[String(key)] = true;
      else delete contexts[String(key)];
    });
  });
  after(async () => {
    window.close();
    await service.close();
  });

  const counts = () => paletteEntries(contexts).size;

  it('offer commands for connections once there is one', async () => {
    assert.deepEqual([counts(), paletteEntries(contexts).has('openTable')], [4, false]);
    await window.connect(service.baseUrl, service.key);
    assert.deepEqual(Object.keys(contexts).sort(), ['partnerLogs.connected', 'partnerLogs.hasService']);
    assert.ok(paletteEntries(contexts).has('openTable'));
  });

  it('offer commands for a log while one is selected in a view', () => {
    const { view } = window.fake.trees.get('partnerLogs.recent') ?? assert.fail();
    const before = counts();
    view.select({ connectionId: 'c', key: { domain: 1, idx: 1, detectedType: 'WAF' } });
    assert.ok(contexts['partnerLogs.logSelected'] && counts() > before);
    view.select();
    assert.equal(counts(), before);
  });

  it('offer nothing that only a service has while only a file is open', async () => {
    await window.parts.connections.remove('c');
    assert.equal(counts(), 4);
    await window.parts.connections.save({ id: 'f', name: 'f', baseUrl: '', file: 'file:///logs.ndjson' });
    assert.deepEqual(contexts, { 'partnerLogs.connected': true });
  });
});
