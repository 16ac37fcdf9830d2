/** Tests input that no page, tool, or setting sends in normal use. */
import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';

describe('rejected input', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;

  beforeEach(async () => {
    service = await FakeService.start({ logs: [1] });
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
  });

  afterEach(async () => {
    window.close();
    await service.close();
  });

  it('has no effect if it is an invalid message of a panel’s page', async () => {
    const { fake } = window;
    const log = { connectionId: 'c', key: { domain: 1, idx: 1, detectedType: 'WAF' } };
    await window.run('partnerLogs.openDetectionLog', log);
    await window.run('partnerLogs.previewBugReport', log);
    await window.run('partnerLogs.openTable', { connectionId: 'c', index: 1 });
    await window.run('partnerLogs.openCounts', { connectionId: 'c', index: 1 });
    assert.equal(fake.panels.length, 4);
    for (const panel of fake.panels) {
      const posted = panel.posted.length;
      for (const message of [
        undefined,
        null,
        'ready',
        [],
        {},
        { type: 'nothing' },
        { type: 'ready', more: 1 },
      ])
        panel.say(message as never);
      assert.equal(panel.posted.length, posted, panel.viewType);
    }
    assert.deepEqual(fake.messages, []);
  });

  it('sends no request for a tool that was canceled before it started', async () => {
    const tool = window.fake.tools.get('partnerLogs_find_logs') ?? assert.fail();
    const token = window.fake.token();
    token.cancel();
    await assert.rejects(tool.invoke({ input: {} }, token), { code: 'cancelled' });
    assert.deepEqual(service.requests, []);
  });
});
