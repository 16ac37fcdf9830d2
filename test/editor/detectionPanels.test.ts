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

  it(`leave no timer or panel behind after ${amount(1_000)} logs`, async function () {
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
      logs.forget(new Set([connection.id]));
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
