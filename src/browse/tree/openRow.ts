import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { TreeNode } from '../../targets/nodes.ts';
import { registerCommand, runCommand } from '../../ui/ownCommands.ts';
import type { BrowseParts } from '../browseParts.ts';

/** Milliseconds in which the editor has told of the rows that it draws again. */
const REDRAWN = 2_000;
const PAUSE = 10;

/** What a click or Enter does on a row of the views. */
export function rowCommands({
  tree,
  recentTree,
}: Pick<BrowseParts, 'tree' | 'recentTree'>): vscode.Disposable[] {
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
 * The row that was clicked: the editor selects it first. While the editor draws the row again, it does not know what it
 * selected; undefined when it is not there any more.
 */
async function selectedRow<T>(view: { readonly selection: readonly T[] }): Promise<T | undefined> {
  for (let waited = 0; view.selection.length === 0 && waited < REDRAWN; waited += PAUSE)
    await setTimeout(PAUSE);
  return view.selection[0];
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
      if (node.next) await runCommand(node.next.command, node.parent);
      break;
    case 'action':
      await runCommand(node.command, node.parent);
  }
}
