import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeService } from '../fakeService.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';

describe('partnerLogs.findRoute', () => {
  let service: FakeService;
  const key = { domain: 1, idx: 1, detectedType: 'WAF' };

  before(async () => {
    service = await FakeService.start();
    const { connections, keys, recent } = await models();
    const connection = { id: 'selection', name: 'selection', baseUrl: service.baseUrl };
    await keys.store(connection, 'any-key');
    await connections.save(connection);
    await recent.add({ connectionId: 'selection', key }, 'shop.example');
  });

  after(async () => {
    const { connections, recent } = await models();
    await recent.forgetConnection('selection');
    await connections.remove('selection');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await service.close();
  });

  for (const uri of ['/', '/42', '*']) {
    it(`says that no route can be searched for: ${uri}`, async () => {
      const messages = new AnsweredMessages();
      const row = { idx: 1, uri, other: {} };
      await vscode.commands.executeCommand('partnerLogs.findRoute', { connectionId: 'selection', key, row });
      const { text } = messages.last;
      messages.dispose();
      const hasFolder = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
      assert.match(text, hasFolder ? /has no segment that could be part of a route/ : /^No folder is open\./);
    });
  }
});
