import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.ts';
import type { LogTarget } from '../../src/connections/logTarget.ts';
import { sampleDomains } from '../../src/sample/sampleDomains.ts';
import { FakeService } from '../fakeService.ts';
import { amount } from '../proofs.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';

const DOMAIN = 1001;

describe('DetectionPanels', () => {
  let sample: FakeService;
  const connection: Connection = { id: 'panels', name: 'panels', baseUrl: '' };

  before(async () => {
    sample = await FakeService.startSample({ domains: sampleDomains });
    const { connections, keys } = await models();
    const reachable = { ...connection, baseUrl: sample.baseUrl };
    await keys.store(reachable, sample.key);
    await connections.save(reachable);
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(async () => {
    const { connections } = await models();
    await connections.remove(connection.id);
    await sample.close();
  });

  const target = (idx: number): LogTarget => ({
    connectionId: connection.id,
    key: { domain: DOMAIN, idx, detectedType: 'WAF' },
  });

  const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  /** Returns the title without the domain's name, which might be known. */
  const short = (title: string) => title.replace(/^.* (\d+)$/, 'Log $1');
  const untilTabs = (wanted: string) =>
    until(
      'the tabs',
      () => labels().map(short).join(),
      (tabs) => tabs === wanted,
    );

  it('turn to another log where they are when told so', async () => {
    const { panels } = await models();
    await panels.open(target(1110));
    await panels.open(target(1111), { newTab: true });
    await panels.open(target(1112), { from: target(1111) });
    await untilTabs('Log 1110,Log 1112');
    await panels.open(target(1113));
    await untilTabs('Log 1113,Log 1112');
  });

  it('name domain and log in their tabs', async () => {
    const { recent, panels } = await models();
    const { connectionId, key } = target(1160);
    await recent.add(target(1160), 'shop.example');
    await panels.open(target(1161));
    await until(
      'the name of the service',
      () => labels().join(),
      (tabs) => tabs === 'shop.example 1161',
    );
    const elsewhere = { connectionId, key: { ...key, domain: 987 } };
    await recent.add(elsewhere, 'the\u202eshop');
    await panels.open(elsewhere);
    await until(
      'the name with its invisible character',
      () => labels().join(),
      (tabs) => tabs === 'the‹U+202E›shop 1160',
    );
    await recent.forgetConnection(connectionId);
  });

  it('restores a panel from a link, and from nothing else', async () => {
    const { links, panels } = await models();
    const { viewType } = await restored({ link: links.toLink(target(1140)), preview: true });
    assert.equal(viewType, 'partnerLogs.detection');
    await untilTabs('Log 1140');
    await panels.open(target(1141));
    await untilTabs('Log 1141');
    for (const state of [undefined, null, 'x', {}, { link: 7 }, { link: '' }, [], { preview: true }]) {
      const panel = await restored(state);
      await until('the title', () => panel.title === 'Detection Log');
    }
  });

  it('shows a restored panel at once, whatever the service and the user do', async function () {
    // Shorter than the time a user waits for a service.
    this.timeout(28_000);
    const { connections, keys, links, panels } = await models();
    const silent = await FakeService.start();
    silent.respond = () => new Promise(() => {});
    const waiting = { id: 'silent', name: 'silent', baseUrl: silent.baseUrl };
    await keys.store(waiting, silent.key);
    await connections.save(waiting);
    const link = links.toLink({ ...target(1150), connectionId: waiting.id });
    const panel = await restored({ link, preview: true });
    await until(
      'the title',
      () => short(panel.title),
      (title) => title === 'Log 1150',
    );
    await panels.open(target(1151));
    await connections.remove(waiting.id);
    const messages = new AnsweredMessages();
    const unknown = await restored({ link, preview: false });
    await until('the title', () => unknown.title === 'Detection Log');
    messages.dispose();
    assert.deepEqual(messages.all, []);
    assert.equal(short(panel.title), 'Log 1151');
    await silent.close();
  });

  it('keeps the title of a restored panel while the name of its domain is not known', async () => {
    const known = target(1160);
    const unknown = { ...known, key: { ...known.key, domain: 9_999 } };
    const link = (await models()).links.toLink(unknown);
    const titled = async (before: string, after: string) => {
      const panel = await restored({ link, preview: false }, before);
      await until(
        'the title',
        () => panel.title,
        (title) => title === after,
      );
    };
    await titled('shop.example 1160', 'shop.example 1160');
    await titled('shop.example 160', 'Log 1160');
  });

  async function restored(state: unknown, title = 'x'): Promise<vscode.WebviewPanel> {
    const { panels } = await models();
    const panel = vscode.window.createWebviewPanel('partnerLogs.detection', title, vscode.ViewColumn.Active);
    await panels.panels.deserializeWebviewPanel(panel, state);
    return panel;
  }

  it(`leave no listener, timer or panel behind after ${amount(1_000)} logs`, async function () {
    this.timeout(180_000);
    const { logs, panels } = await models();
    const { createWebviewPanel } = vscode.window;
    const created: WeakRef<vscode.WebviewPanel>[] = [];
    vscode.window.createWebviewPanel = (...args) => {
      const panel = createWebviewPanel(...args);
      created.push(new WeakRef(panel));
      return panel;
    };
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const timersBefore = timers();
    try {
      const tabs = amount(50);
      for (let shown = tabs; shown < amount(1_000); shown++) await panels.open(target((shown % 400) + 1001));
      assert.equal(created.length, 1);
      for (let tab = 0; tab < tabs; tab++) await panels.open(target(1001 + tab), { newTab: true });
      assert.equal(panels.panels.all.length, 1 + tabs);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await until(
        'all panels to be closed',
        () => panels.panels.all.length,
        (size) => size === 0,
      );
      assert.equal(created.length, 1 + tabs);
      assert.equal(panels.active, undefined);
      logs.clear();
      await until('all timers to end', timers, (count) => count <= timersBefore);
    } finally {
      vscode.window.createWebviewPanel = createWebviewPanel;
    }
    await until('the panels to be collected', () => {
      collectGarbage();
      return created.every((panel) => panel.deref() === undefined);
    });
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
