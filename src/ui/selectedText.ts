import * as vscode from 'vscode';

/** Returns the text selected in the active editor, or an empty string if there is none. */
export function editorSelection(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection) ?? '';
}

/**
 * Returns the text selected in the active terminal, or an empty string if nothing is selected. Extensions cannot read
 * it directly, so this copies it to the clipboard and then restores the text of the clipboard. Anything else in the
 * clipboard, such as an image, is lost.
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
