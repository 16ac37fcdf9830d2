import * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import type { PinnedDomains } from '../../connections/pinnedDomains.ts';
import { type Ask, isNode } from '../../targets/ask.ts';
import type { DomainNode, LogNode, TreeNode } from '../../targets/nodes.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerCommand, runCommand } from '../../ui/ownCommands.ts';
import { registerRowCommand } from '../../ui/rowCommands.ts';
import { showFailure } from '../../ui/showFault.ts';
import type { Browse } from '../registerBrowse.ts';
import type { DomainNodes } from './domainNodes.ts';
import { untilDrawn } from './domainsTree.ts';

export interface TreeCommandsOptions extends Browse {
  readonly pinned: PinnedDomains;
  readonly ask: Ask;
  /** Reloads everything that is shown. */
  readonly refresh: () => Promise<void>;
  readonly output: vscode.LogOutputChannel;
}

/**
 * The commands of the tree: opening rows, paging and refreshing lists, and pins, which are stored on this computer only.
 */
export function treeCommands(options: TreeCommandsOptions): vscode.Disposable[] {
  const { tree, recentTree, refresh, output } = options;
  return [
    // The editor runs these two commands when the user clicks a row in a view or presses Enter on it.
    registerCommand('partnerLogs.openRow', async () => {
      const node = await selectedRow(tree);
      if (node) await open(node);
    }),
    registerCommand('partnerLogs.openRecent', async () => {
      const log = await selectedRow(recentTree);
      if (log) await runCommand('partnerLogs.openDetectionLog', log);
    }),
    registerRowCommand('partnerLogs.loadMore', (argument) => loadMore(options, argument)),
    registerCommand('partnerLogs.refresh', () => refresh()),
    registerCommand('partnerLogs.showOutput', () => output.show()),
    registerRowCommand('partnerLogs.pinDomain', (argument) => setPinned(options, argument, true)),
    registerRowCommand('partnerLogs.unpinDomain', (argument) => setPinned(options, argument, false)),
  ];
}

/**
 * Returns the clicked row, or undefined if it no longer exists. The editor selects a row before it runs the row's
 * command, and it runs no command while several rows are selected.
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
  { domains, logNodes, tree }: Browse,
  connectionId: string,
  { openLog, isWanted }: FirstLog,
): Promise<void> {
  try {
    const { items } = await domains.loaded(connectionId);
    const [first] = items;
    if (!first) return;
    const domain = domains.listed(connectionId, first);
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

async function loadMore({ tree, domains, ask }: TreeCommandsOptions, argument: unknown): Promise<void> {
  if (isNode(argument) && (argument.kind === 'more' || argument.kind === 'new')) {
    const { kind, parent } = argument;
    const pager = tree.pagerOf(parent);
    await tree.change(parent, () => (kind === 'new' ? pager.restart() : pager.more()));
    return;
  }
  const target = await ask.domain(argument);
  const domain = target && (await shownDomain(domains, target));
  if (domain) await tree.change(domain, () => tree.pagerOf(domain).more());
}

/**
 * Returns the node of a domain if the tree shows the domain. Otherwise, shows a message, because the domain's list
 * would not be visible.
 */
export async function shownDomain(domains: DomainNodes, domain: DomainRef): Promise<DomainNode | undefined> {
  const node = await domains.find(domain);
  if (!node) {
    const name = asLabel(domainLabel(domain));
    vscode.window.setStatusBarMessage(
      `$(info) ${t("{0} isn't among the loaded domains. To see it, load more", name)}`,
      5_000,
    );
  }
  return node;
}

async function setPinned(
  { ask, pinned }: TreeCommandsOptions,
  argument: unknown,
  isPinned: boolean,
): Promise<void> {
  const domain = await ask.domain(argument);
  if (!domain) return;
  await (isPinned ? pinned.pin(domain) : pinned.unpin(domain));
}
