import * as vscode from 'vscode';
import { setContext } from '../ui/ownCommands.ts';

/**
 * Sets a context key while one of the editor's own pages, such as the walkthrough, is open. The editor completes a
 * walkthrough step only when a context key changes after it has read the steps, so the steps' conditions include this
 * key.
 */
export function trackGuide(): vscode.Disposable {
  // An editor might not support tabs or parts of their API.
  const tabGroups: Partial<vscode.TabGroups> | undefined = vscode.window.tabGroups;
  const tell = () => {
    const tabs = (tabGroups?.all ?? []).flatMap((group) => group.tabs);
    setContext(
      'partnerLogs.guided',
      tabs.some(({ input }) => input === undefined),
    );
  };
  tell();
  return tabGroups?.onDidChangeTabs?.(tell) ?? { dispose: () => {} };
}
