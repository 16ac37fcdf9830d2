import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

describe('From a selection, and from a log, to a search', () => {
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

  it('searches for the first line that is selected in an editor', async () => {
    const content = 'see 203.0.113.9 \nand more';
    const document = await vscode.workspace.openTextDocument({ content });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 4, 1, 3);
    const picks = new NotedPicks();
    void vscode.commands.executeCommand('partnerLogs.searchSelection');
    const [pick] = await until(
      'the search',
      () => picks.all,
      (all) => all.length > 0,
    );
    assert.equal(pick?.value, '203.0.113.9');
    picks.dispose();
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
