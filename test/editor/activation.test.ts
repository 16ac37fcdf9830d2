import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation', () => {
  const extension = vscode.extensions.getExtension('partner-logs.partner-logs');

  it('activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  for (const [when, prepare] of [
    ['at once', async () => {}],
    ['once the first of them has run', () => vscode.commands.executeCommand('partnerLogs.refresh')],
  ] as const) {
    it(`registers every command of the manifest, ${when}`, async () => {
      await prepare();
      const contributed: { command: string }[] = extension?.packageJSON.contributes.commands;
      const registered = new Set(await vscode.commands.getCommands(true));
      assert.ok(contributed.length > 0);
      assert.deepEqual(
        contributed.map(({ command }) => command).filter((command) => !registered.has(command)),
        [],
      );
    });
  }
});
