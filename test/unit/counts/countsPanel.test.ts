import assert from 'node:assert/strict';
import type { CountsPanelState, ToCountsPanel } from '../../../src/counts/countsMessages.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

describe('CountsPanel', () => {
  let service: FakeService;
  let window: FakeWindow;

  beforeEach(async () => {
    service = await FakeService.start({ domains: ['shop\u202eelpmaxe'] });
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  const shown = (panel: WebviewPanel) => (panel.posted.at(-1) as ToCountsPanel | undefined)?.state;
  const counts = (panel: WebviewPanel) =>
    until('the counts', () => {
      const { domain, counts: read } = shown(panel) ?? {};
      return domain && read && !domain.isReading && { ...domain, ...read };
    }) as Promise<Required<CountsPanelState>['domain'] & Required<CountsPanelState>['counts']>;
  const requests = () => service.paths(/visitors_hackers/);

  async function open(): Promise<WebviewPanel> {
    await window.run('partnerLogs.openCounts', { connectionId: 'c', index: 1, name: 'shop\u202eelpmaxe' });
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    await counts(panel);
    return panel;
  }

  it('shows 30 days, then the range that the user selects, and shows the same panel again, also for a name of any length', async () => {
    const panel = await open();
    assert.equal(panel.title, 'Counts: shop‹U+202E›elpmaxe');
    panel.say({ type: 'choose', span: 'last7' });
    await until('a week', async () => (await counts(panel)).span === 'last7');
    const { chosen, view } = await counts(panel);
    assert.deepEqual(view.range, chosen);
    const before = requests().length;
    await window.run('partnerLogs.openCounts', { connectionId: 'c', index: 1, name: 'x'.repeat(1_000) });
    assert.equal(window.fake.panels.filter(({ viewType }) => viewType === 'partnerLogs.counts').length, 1);
    const { span, title } = await counts(panel);
    assert.deepEqual([span, title.length, requests().length], ['last7', 301, before]);
  });

  it('opens the logs of a day in the table', async () => {
    const panel = await open();
    panel.say({ type: 'openLogs', day: '2026-05-01' });
    const request = await until('the table', () => service.paths(/attack_logs/).at(-1));
    assert.equal(window.fake.panels.at(-1)?.viewType, 'partnerLogs.table');
    assert.match(request ?? '', /from=20260501&to=20260501/);
  });

  it('reads again when the service it reads from is replaced, and nothing when it is closed', async () => {
    const panel = await open();
    service.respond = () => new Promise(() => {});
    panel.say({ type: 'tryAgain' });
    await until('the request', () => shown(panel)?.domain?.isReading);
    service.respond = (_, usual) => usual();
    await window.connect(service.baseUrl, 'another-key');
    await counts(panel);
    service.respond = () => new Promise(() => {});
    panel.say({ type: 'tryAgain' });
    panel.dispose();
    assert.deepEqual(window.parts.countsDisplay.wanted, []);
  });

  it('is restored, also by Try Again once its connection is back', async () => {
    const first = await open();
    const connection = window.parts.connections.get('c') ?? assert.fail();
    const { stored } = first.posted.at(-1) as ToCountsPanel;
    await window.parts.connections.remove('c');
    const made = new (first.constructor as new (viewType: string, title: string) => WebviewPanel)(
      'partnerLogs.counts',
      '',
    );
    await window.parts.countsDisplay.panels.deserializeWebviewPanel(made as never, stored);
    made.say({ type: 'ready' });
    await until('the failure', () => shown(made)?.failure);
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
    made.say({ type: 'tryAgain' });
    assert.equal((await counts(made)).span, 'last30');
    made.dispose();
  });
});
