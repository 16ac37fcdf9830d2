import * as vscode from 'vscode';

/**
 * Opens an encoded URL in the browser after the editor has prompted for confirmation. Resolves to false if it was not
 * opened.
 */
export function openPage(url: string): Thenable<boolean> {
  // A URI object would be encoded again, which could let a title add parameters. A string is opened as is.
  return vscode.env.openExternal(url as unknown as vscode.Uri);
}
