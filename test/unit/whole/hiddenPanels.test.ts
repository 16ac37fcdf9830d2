/**
 * Tests that a hidden panel, with another tab in front of it, sends no requests, and that a panel takes the focus at most
 * once, because taking it again would close a prompt that the user opened in the meantime.
 */
import assert from 'node:assert/strict';
import { failure } from '../../../src/sample/answers.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';
import { until } from '../../until.ts';
import { childrenOf, type Prepared, prepare } from './readingPlaces.ts';

describe('hidden panel', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  let prepared: Prepared;

  before(async () => {
    service = await FakeService.startSample({ domains: withLogs(120) });
    window = await FakeWindow.open(plainProfile(), 1);
    await window.connect(service.baseUrl, service.key);
    prepared = await prepare(window);
  });

  after(async () => {
    window?.close();
    await service?.close();
  });

  const last = (panel: WebviewPanel, type: string) =>
    JSON.stringify((panel.posted as { type: string }[]).findLast((message) => message.type === type) ?? null);
  const requests = (path: string) => window.fake.lines.filter((line) => line.includes(path)).length;

  it('with a table reads a changed filter once it is shown', async () => {
    const { table, domains } = prepared;
    const domain = domains[6] ?? assert.fail();
    const path = `/attack_logs/${domain.index} `;
    table.setVisible(false);
    const before = requests(path);
    await window.run('partnerLogs.openTable', domain, { action: 'Blocked' });
    assert.match(last(table, 'show'), /"isChanging":false/);
    await window.run('partnerLogs.openTable', domain, { action: 'Detected' });
    table.setVisible(true);
    assert.match(last(table, 'show'), /"isChanging":true/);
    await until(
      'the list',
      () => last(table, 'show'),
      (list) => list.includes('"isChanging":false'),
    );
    assert.equal(requests(path), before + 1);
  });

  it('with a log that could not be read tries again once it is shown', async () => {
    const { log, domains } = prepared;
    const [, other] = (await childrenOf(window, domains[0])).filter(({ kind }) => kind === 'log');
    service.respond = () => failure('unauthorized');
    await window.run('partnerLogs.openDetectionLog', log);
    service.respond = (_, usual) => usual();
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    assert.match(last(panel, 'failed'), /"headline"/);
    panel.setVisible(false);
    const path = `/detailed_log/${log.key.domain} 200`;
    const before = requests(path);
    await window.run('partnerLogs.refresh');
    window.fake.takes = 'JSON';
    await window.run('partnerLogs.copyAs', other);
    assert.equal(requests(path), before + 1);
    panel.setVisible(true);
    panel.say({ type: 'ready' });
    await until(
      'the log',
      () => last(panel, 'show'),
      (shown) => shown.includes('"content":'),
    );
    assert.equal(requests(path), before + 2);
  });

  it('of a log takes the focus when it is created, not again when its log is there', async () => {
    await window.run('partnerLogs.openInNewTab', prepared.log);
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    await until(
      'the log',
      () => last(panel, 'show'),
      (shown) => shown.includes('"content":'),
    );
    assert.equal(panel.focusTaken, 1);
  });
});
