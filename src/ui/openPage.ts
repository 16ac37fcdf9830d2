import * as vscode from 'vscode';

/** Opens an encoded URL in the browser after a confirmation by the editor. Resolves to false if it was not opened. */
export function openPage(url: string): Thenable<boolean> {
  // A URI object would be encoded again, and a title could then add parameters. A string is opened as is.
  return vscode.env.openExternal(url as unknown as vscode.Uri);
}
