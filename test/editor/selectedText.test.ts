import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editorSelection, terminalSelection } from '../../src/ui/selectedText.ts';
import { until } from '../until.ts';

describe('terminalSelection', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it("is the terminal's own, whatever an editor has selected, and the text of the clipboard is restored", async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'see shop.example/1300 please' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 4, 0, 21);
    const terminal = terminalShowing('shop.example/42');
    await vscode.env.clipboard.writeText('kept');
    const text = await until(
      'the selection of the terminal',
      async () => {
        await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
        return terminalSelection();
      },
      (selected) => selected.trim() !== '',
    );
    assert.equal(text.trim(), 'shop.example/42');
    assert.equal(await vscode.env.clipboard.readText(), 'kept');
    assert.equal(editorSelection(), 'shop.example/1300');
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
