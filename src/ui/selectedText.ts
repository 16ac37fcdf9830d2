import * as vscode from 'vscode';

/** Returns the selected text of the active editor or else of the active terminal; empty if nothing is selected. */
export async function selectedText(): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (editor && !editor.selection.isEmpty) return editor.document.getText(editor.selection);
  return vscode.window.activeTerminal ? terminalSelection() : '';
}

/**
 * Returns the selected text of the active terminal; empty if nothing is selected. Extensions cannot read it directly,
 * so the clipboard is used and then restored.
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
