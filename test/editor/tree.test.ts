import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

describe('DomainsTree in the editor', () => {
  let service: FakeService;

  beforeEach(async () => {
    service = await FakeService.start();
    const { connections, keys } = await models();
    const connection = { id: 'a', name: 'a', baseUrl: service.baseUrl };
    await keys.store(connection, 'any-key');
    await connections.save(connection);
  });

  afterEach(async () => {
    const { connections } = await models();
    for (const connection of connections.list()) {
      await connections.remove(connection.id);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await service.close();
  });

  it('reveals and selects a log, and opens it by the command of its row', async () => {
    const { tree, panels } = await models();
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    const [domain] = await tree.getChildren();
    assert.ok(domain?.kind === 'domain');
    const [log] = await tree.getChildren(domain);
    assert.ok(log?.kind === 'log');
    await until('the selected row', async () => {
      // The view might be drawn again after the connection was added, which discards the selection.
      await tree.reveal(log);
      return tree.selection.length === 1;
    });
    await vscode.commands.executeCommand('list.select');
    await until('the log', () => panels.active?.key.idx === log.key.idx);
  });

  it('reveals a row while the view comes into sight', async () => {
    const { tree, connections, keys } = await models();
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    const [connection] = connections.list();
    assert.ok(connection);
    for (let turn = 0; turn < 8; turn++) {
      await vscode.commands.executeCommand('workbench.view.explorer');
      await connections.remove('a');
      await keys.store(connection, 'any-key');
      await connections.save(connection);
      await setTimeout(turn * 40);
      if (turn % 2) await vscode.commands.executeCommand('partnerLogs.domains.focus');
      const [domain] = await tree.getChildren();
      assert.ok(domain?.kind === 'domain');
      await tree.reveal(domain, { expand: true });
    }
  });
});
