import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isNode, type LogNode } from '../../connections/nodes.ts';
import { registerCommand, registerRowCommand } from '../../ui/ownCommands.ts';
import { showFailure } from '../../ui/showFault.ts';

/** The commands of the tree: loading and refreshing lists, and pins, which are stored on this computer only. */
export function treeCommands(app: App): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.loadMore', (argument) => loadMore(app, argument)),
    registerCommand('partnerLogs.refresh', () => app.refresh()),
    registerCommand('partnerLogs.showOutput', () => app.output.show()),
    registerRowCommand('partnerLogs.pinDomain', (argument) => setPinned(app, argument, true)),
    registerRowCommand('partnerLogs.unpinDomain', (argument) => setPinned(app, argument, false)),
  ];
}

interface FirstLog {
  readonly openLog: (log: LogNode) => Promise<void>;
  readonly isWanted: () => boolean;
}

/**
 * Opens the first domain of a connection in the tree, and its first log with `openLog` if `isWanted` returns true once
 * the log is read. Never rejects: if a list is empty or could not be read, the tree shows that; any other failure is
 * reported in a message.
 */
export async function showFirst(
  { domains, logNodes, tree }: App,
  connectionId: string,
  { openLog, isWanted }: FirstLog,
): Promise<void> {
  try {
    const [first] = (await domains.loaded(connectionId)).items;
    if (!first) return;
    const domain = domains.domain(connectionId, first);
    // Do not wait for the view, which might render its rows too late to reveal them.
    const revealed = tree.reveal(domain, { expand: true }).catch(() => {});
    const [log] = (await logNodes.shownOf(domain)).logs;
    if (!log || !isWanted()) return await revealed;
    const node = logNodes.node(domain, log);
    const opened = openLog(node);
    await revealed;
    await tree.reveal(node, { focus: false }).catch(() => {});
    await opened;
  } catch (error) {
    showFailure(error);
  }
}

async function loadMore({ lists, tree }: App, argument: unknown): Promise<void> {
  if (isNode(argument) && (argument.kind === 'connection' || argument.kind === 'domain'))
    await tree.change(argument, () => lists.of(argument).more());
}

async function setPinned({ ask, pinned }: App, argument: unknown, isPinned: boolean): Promise<void> {
  const domain = await ask.domain(argument);
  if (domain) await (isPinned ? pinned.pin(domain) : pinned.unpin(domain));
}
