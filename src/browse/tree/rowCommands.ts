import type * as vscode from 'vscode';
import type { LogNode, TreeNode } from '../../targets/nodes.ts';
import { registerCommand, runCommand } from '../../ui/ownCommands.ts';
import { showFailure } from '../../ui/showFault.ts';
import type { Browse } from '../registerBrowse.ts';
import { untilDrawn } from './domainsTree.ts';

/** The actions that run when the user clicks a row in a view or presses Enter on it. */
export function rowCommands({ tree, recentTree }: Browse): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.openRow', async () => {
      const node = await selectedRow(tree);
      if (node) await open(node);
    }),
    registerCommand('partnerLogs.openRecent', async () => {
      const log = await selectedRow(recentTree);
      if (log) await runCommand('partnerLogs.openDetectionLog', log);
    }),
  ];
}

/**
 * Returns the clicked row, or undefined if it no longer exists. The editor selects a row before it runs the row's
 * command, and does not run it while several rows are selected.
 */
function selectedRow<T>(view: { readonly selection: readonly T[] }): Promise<T | undefined> {
  return untilDrawn(() => (view.selection.length === 1 ? view.selection[0] : undefined));
}

async function open(node: TreeNode): Promise<void> {
  switch (node.kind) {
    case 'log':
      await runCommand('partnerLogs.openDetectionLog', node);
      break;
    case 'more':
    case 'previous':
    case 'new':
      await runCommand('partnerLogs.loadMore', node);
      break;
    case 'message':
      if (node.next) await runCommand(node.next.command, node.parent, node.next.value);
      break;
    case 'action':
      await runCommand(node.command, node.parent, node.value);
  }
}

/**
 * Opens the first domain of a connection in the tree, and its first log with `openLog`. Never rejects: the tree shows
 * that a list is empty or why it was not read, and a message reports any other failure.
 */
export async function showFirst(
  { domains, logNodes, tree }: Browse,
  connectionId: string,
  openLog: (log: LogNode) => Promise<void>,
): Promise<void> {
  try {
    const { items } = await domains.loaded(connectionId);
    const [first] = items;
    if (!first) return;
    const domain = domains.listed(connectionId, first);
    // Do not wait for the view, which might render its rows too late to reveal them.
    const revealed = tree.reveal(domain, { expand: true }).catch(() => {});
    const [log] = (await logNodes.shownOf(domain)).logs;
    if (!log) return await revealed;
    const node = logNodes.node(domain, log);
    const opened = openLog(node);
    await revealed;
    await tree.reveal(node, { focus: false }).catch(() => {});
    await opened;
  } catch (error) {
    showFailure(error);
  }
}
