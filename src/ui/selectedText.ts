import * as vscode from 'vscode';

/** What is selected in the active editor, else in the active terminal; empty when nothing is. */
export async function selectedText(): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (editor && !editor.selection.isEmpty) return editor.document.getText(editor.selection);
  return vscode.window.activeTerminal ? terminalSelection() : '';
}

/**
 * What is selected in the active terminal; empty when nothing is. Extensions cannot ask a terminal for it: it goes over the
 * clipboard, which is put back.
 */
export async function terminalSelection(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    await clipboard.writeText('');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
}
