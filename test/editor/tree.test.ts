import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { FakeService } from '../fakeService.ts';
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
      assert.deepEqual(tree.selection, [domain]);
    }
  });
});
