/**
 * Tests that a wait for the next detection ends when its service changes.
 */
import assert from 'node:assert/strict';
import { fileConnection } from '../../../src/connections/connection.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

const DOMAIN = { connectionId: 'c', index: 1, name: undefined };

describe('wait for the next detection', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  const connection = () => ({ id: 'c', name: 'c', baseUrl: service.baseUrl });

  beforeEach(async () => {
    service = await FakeService.start();
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, 'key');
  });

  afterEach(async () => {
    window.close();
    await service.close();
  });

  it('does not begin in a file of exported logs, even before the file is open', async () => {
    const file = fileConnection('file:///logs.ndjson');
    await window.parts.connections.save(file);
    await window.run('partnerLogs.waitForNext', { ...DOMAIN, connectionId: file.id });
    assert.match(window.fake.messages.at(-1)?.text ?? '', /^Not waiting for the next detection\./);
  });

  const changes: Readonly<Record<string, readonly [change: () => unknown, said: RegExp]>> = {
    'the base URL is edited': [
      () => window.parts.connections.save({ ...connection(), baseUrl: `${service.baseUrl}/v2` }),
      /^Stopped waiting for .*\. The connection, its key, or its differences changed\./,
    ],
    'the connection is removed': [
      () => window.parts.connections.remove('c'),
      /^Stopped waiting for .*\. The connection was removed\./,
    ],
  };
  for (const [how, [change, said]] of Object.entries(changes)) {
    it(`ends at once and says so when ${how}`, async () => {
      const waited = window.run('partnerLogs.waitForNext', DOMAIN);
      await until('the time left after the first page', () => window.fake.progress[0]?.message);
      await change();
      await waited;
      assert.match(window.fake.messages.map(({ text }) => text).join('\n'), said);
      assert.equal(service.paths(/attack_logs/).length, 1);
    });
  }
});
