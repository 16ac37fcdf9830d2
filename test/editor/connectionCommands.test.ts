import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ConnectionStore } from '../../src/connections/connectionStore.ts';
import { SAMPLE_BASE } from '../../src/formats/link.ts';
import { FakeService } from '../fakeService.ts';
import { AnsweredInputs } from './answeredInputs.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';

describe('connectionCommands', () => {
  const connectionId = 'commands';
  let service: FakeService;
  let messages: AnsweredMessages;

  beforeEach(async () => {
    service = await FakeService.start();
    messages = new AnsweredMessages();
    const { connections, keys } = await models();
    const connection = { id: connectionId, name: 'Before', baseUrl: 'http://127.0.0.1:1' };
    await keys.store(connection, 'old-key');
    await connections.save(connection);
  });

  afterEach(async () => {
    messages.dispose();
    const { connections, keys } = await models();
    const connection = connections.get(connectionId);
    if (connection) await keys.remove(connection);
    await connections.remove(connectionId);
    await service.close();
  });

  /** Runs a command on the connection while keys cannot be removed. */
  async function withFailingKeyring(command: string): Promise<void> {
    const { keys } = await models();
    const { remove } = keys;
    keys.remove = () => Promise.reject(new Error('The keyring is locked.'));
    try {
      await vscode.commands.executeCommand(command, { connectionId });
    } finally {
      keys.remove = remove;
    }
  }

  it('move a connection to another origin, though the keyring keeps the old key, and say so', async () => {
    const inputs = new AnsweredInputs([service.baseUrl, 'new-key', 'After']);
    await withFailingKeyring('partnerLogs.editConnection');
    inputs.dispose();
    const { connections, keys } = await models();
    const moved = { id: connectionId, name: 'After', baseUrl: service.baseUrl };
    assert.deepEqual(connections.get(connectionId), moved);
    assert.equal(await keys.get(moved), 'new-key');
    assert.match(messages.last.text, /key for 127\.0\.0\.1:1 could not be removed/);
  });

  it('end with the first domain of the sample data open and its first log shown', async () => {
    const { connections, tree } = await models();
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('partnerLogs.useSampleData');
    const [node] = tree.selection;
    assert.ok(node?.kind === 'log');
    assert.equal(node.parent.name, 'shop.example');
    assert.equal(tabs()[0]?.label, `shop.example ${node.key.idx}`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await connections.remove('sample');
  });

  it('remove a connection, though the keyring keeps its key, and say so', async () => {
    messages.take('Remove');
    await withFailingKeyring('partnerLogs.removeConnection');
    assert.equal((await models()).connections.get(connectionId), undefined);
    assert.match(messages.last.text, /key for 127\.0\.0\.1:1 could not be removed/);
  });

  for (const [command, answers] of [
    ['partnerLogs.replaceKey', ['new-key']],
    ['partnerLogs.editConnection', ['http://127.0.0.1:1', 'After']],
    ['partnerLogs.editConnection', ['THE SERVICE', 'new-key', 'After']],
  ] as const) {
    it(`store nothing where another window removes the connection meanwhile: ${command} to ${answers[0]}`, async () => {
      const { connections, keys, globalState } = await models();
      const reachable = { id: connectionId, name: 'Before', baseUrl: service.baseUrl };
      if (command === 'partnerLogs.replaceKey') await connections.save(reachable);
      const other = new ConnectionStore(globalState);
      const inputs = new AnsweredInputs(
        answers.map((answer) => (answer === 'THE SERVICE' ? service.baseUrl : answer)),
        () => other.remove(connectionId),
      );
      await vscode.commands.executeCommand(command, { connectionId });
      inputs.dispose();
      other.dispose();
      assert.equal(connections.get(connectionId), undefined);
      assert.match(
        messages.last.text,
        /“Before” was removed or changed in another window\. Nothing was saved/,
      );
      const moved = { id: connectionId, name: 'After', baseUrl: service.baseUrl };
      assert.equal(await keys.get(moved), undefined);
      assert.notEqual(await keys.get({ ...moved, baseUrl: 'http://127.0.0.1:1' }), 'new-key');
    });
  }

  it('keeps the name that another window meanwhile gave to a connection that is moved here', async () => {
    const { connections, globalState } = await models();
    const other = new ConnectionStore(globalState);
    const before = connections.get(connectionId) ?? assert.fail();
    const inputs = new AnsweredInputs([service.baseUrl, 'new-key', 'Before'], () =>
      other.change(before, { ...before, name: 'Named there' }),
    );
    await vscode.commands.executeCommand('partnerLogs.editConnection', { connectionId });
    inputs.dispose();
    other.dispose();
    assert.deepEqual(connections.get(connectionId), {
      id: connectionId,
      name: 'Named there',
      baseUrl: service.baseUrl,
    });
  });

  it('offer no way back in the only prompt of the sample connection', async () => {
    const { connections } = await models();
    await connections.save({ id: connectionId, name: 'Sample', baseUrl: SAMPLE_BASE });
    const inputs = new AnsweredInputs(['Renamed']);
    await vscode.commands.executeCommand('partnerLogs.editConnection', { connectionId });
    inputs.dispose();
    assert.deepEqual(
      inputs.all.map(({ buttons }) => buttons),
      [[]],
    );
    assert.equal(connections.get(connectionId)?.name, 'Renamed');
  });

  it('shows the sample connection without a key and without an address', async () => {
    const { connections, tree } = await models();
    const sample = { id: connectionId, name: 'Sample', baseUrl: SAMPLE_BASE };
    await connections.save(sample);
    const { tooltip } = tree.getTreeItem({ kind: 'connection', connection: sample });
    assert.equal(tooltip, 'Sample logs from a service that runs inside the editor');
    await vscode.commands.executeCommand('partnerLogs.removeConnection', { connectionId });
    assert.equal(messages.last.text, 'Remove the connection “Sample”?');
    messages.take('Remove');
    await vscode.commands.executeCommand('partnerLogs.removeConnection', { connectionId });
    assert.equal(connections.get(connectionId), undefined);
  });
});
