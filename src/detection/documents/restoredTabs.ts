import * as vscode from 'vscode';
import { SCHEME } from './logDocument.ts';

/** Closes the tabs of log documents that the editor restored, because documents exist only as long as their window. */
export async function closeRestoredTabs(): Promise<void> {
  const restored = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => {
      if (input instanceof vscode.TabInputText) return input.uri.scheme === SCHEME;
      return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME;
    });
  await vscode.window.tabGroups.close(restored);
}
