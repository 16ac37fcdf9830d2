import * as vscode from 'vscode';

/**
 * Returns the text selected in the active editor or, if there is none, in the active terminal. Returns an empty string
 * if nothing is selected.
 */
export async function selectedText(): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (editor && !editor.selection.isEmpty) return editor.document.getText(editor.selection);
  return vscode.window.activeTerminal ? terminalSelection() : '';
}

/**
 * Returns the text selected in the active terminal, or an empty string if nothing is selected. Extensions cannot read
 * it directly, so this copies it to the clipboard and then restores the clipboard.
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
