import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

describe('Ask: the domain that is selected in the tree', () => {
  const connectionId = 'selected';
  let service: FakeService;
  let picks: NotedPicks;

  before(async () => {
    service = await FakeService.start({ domains: ['shop.example', 'blog.example'] });
    const { connections, keys, tree } = await models();
    const connection = { id: connectionId, name: 'Selected', baseUrl: service.baseUrl };
    await keys.store(connection, 'any-key');
    await connections.save(connection);
    const domain = (await tree.getChildren()).find(
      (node) => node.kind === 'domain' && node.name === 'blog.example',
    );
    assert.ok(domain);
    const [log] = await tree.getChildren(domain);
    assert.ok(log?.kind === 'log');
    await tree.reveal(log);
    await until(
      'the log to be selected',
      () => tree.selection.map(({ kind }) => kind),
      (kinds) => kinds.includes('log'),
    );
  });

  beforeEach(() => {
    picks = new NotedPicks();
  });

  afterEach(() => picks.dispose());

  after(async () => {
    const { connections, pinned } = await models();
    await pinned.forgetConnection(connectionId);
    await connections.remove(connectionId);
    await service.close();
  });

  it('is taken without a question', async () => {
    void vscode.commands.executeCommand('partnerLogs.filterLogs');
    await until('the pick', () => picks.all.length);
    assert.equal(picks.all[0]?.title, 'Filter Logs of blog.example');
  });

  it('is the first of those to choose from, where the connection is given', async () => {
    void vscode.commands.executeCommand('partnerLogs.filterLogs', { connectionId });
    await until('the pick', () => picks.all.length);
    const [pick] = picks.all;
    assert.equal(pick?.title, 'Choose a Domain');
    await until(
      'two domains',
      () => pick?.items,
      (items) => items?.length === 2,
    );
    assert.deepEqual(
      pick?.items.map(({ label }) => label),
      ['blog.example', 'shop.example'],
    );
  });

  it('is searched where none was before, a log of it being selected', async () => {
    void vscode.commands.executeCommand('partnerLogs.searchLogs');
    await until('the pick', () => picks.all.length);
    assert.equal(picks.all[0]?.title, 'Search Detection Logs of blog.example');
  });
});
