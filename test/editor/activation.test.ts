import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation', () => {
  const extension = vscode.extensions.getExtension('partner-logs.partner-logs');

  it('activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command of the manifest, also once one has run', async () => {
    const contributed: { command: string }[] = extension?.packageJSON.contributes.commands;
    assert.ok(contributed.length > 0);
    for (const prepare of [async () => {}, () => vscode.commands.executeCommand('partnerLogs.refresh')]) {
      await prepare();
      const registered = new Set(await vscode.commands.getCommands(true));
      for (const { command } of contributed) assert.ok(registered.has(command), command);
    }
  });
});
