import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { selectedText, terminalSelection } from '../../src/ui/selectedText.ts';
import { until } from '../until.ts';

describe('selectedText', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is that of the active terminal, and the clipboard is as it was', async () => {
    const terminal = terminalShowing('shop.example/1300');
    await vscode.env.clipboard.writeText('kept');
    const text = await until(
      'the selection of the terminal',
      async () => {
        await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
        return selectedText();
      },
      (selected) => selected.trim() !== '',
    );
    assert.equal(text.trim(), 'shop.example/1300');
    assert.equal(await vscode.env.clipboard.readText(), 'kept');
    terminal.dispose();
  });

  it("is the terminal's own where that is asked for, whatever an editor has selected", async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'see shop.example/1300 please' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 4, 0, 21);
    const terminal = terminalShowing('shop.example/42');
    const text = await until(
      'the selection of the terminal',
      async () => {
        await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
        return terminalSelection();
      },
      (selected) => selected.trim() !== '',
    );
    assert.equal(text.trim(), 'shop.example/42');
    assert.equal(await selectedText(), 'shop.example/1300');
    terminal.dispose();
  });

  function terminalShowing(text: string): vscode.Terminal {
    const written = new vscode.EventEmitter<string>();
    const pty = { onDidWrite: written.event, open: () => written.fire(text), close: () => {} };
    const terminal = vscode.window.createTerminal({ name: 'test', pty });
    terminal.show();
    return terminal;
  }
});
