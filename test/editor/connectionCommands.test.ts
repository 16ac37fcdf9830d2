import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SAMPLE_BASE } from '../../src/report/link.ts';
import { AnsweredInputs } from './answeredInputs.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { type ListService, startListService } from './listService.ts';
import { models } from './models.ts';

describe('The commands of connections', () => {
  const connectionId = 'commands';
  let service: ListService;
  let messages: AnsweredMessages;

  beforeEach(async () => {
    service = await startListService(['shop.example']);
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

  /** Runs a command on the connection while no key can be removed. */
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
    assert.match(messages.last.text, /could not remove the key for 127\.0\.0\.1:1\b/);
  });

  it('remove a connection, though the keyring keeps its key, and say so', async () => {
    messages.take('Remove');
    await withFailingKeyring('partnerLogs.removeConnection');
    assert.equal((await models()).connections.get(connectionId), undefined);
    assert.match(messages.last.text, /could not remove the key for 127\.0\.0\.1:1\b/);
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

  it('say of the sample connection what it is: without a key, and at no address', async () => {
    const { connections, tree } = await models();
    const sample = { id: connectionId, name: 'Sample', baseUrl: SAMPLE_BASE };
    await connections.save(sample);
    const { tooltip } = tree.getTreeItem({ kind: 'connection', connection: sample });
    assert.equal(tooltip, 'Made-up logs, from a service that runs inside the editor');
    await vscode.commands.executeCommand('partnerLogs.removeConnection', { connectionId });
    assert.equal(messages.last.text, 'Remove the connection “Sample”?');
    messages.take('Remove');
    await vscode.commands.executeCommand('partnerLogs.removeConnection', { connectionId });
    assert.equal(connections.get(connectionId), undefined);
  });
});
