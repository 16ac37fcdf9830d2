import * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainDirectory } from '../connections/domainDirectory.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { PinnedDomains } from '../connections/pinnedDomains.ts';
import type { RecentLog, RecentLogs } from '../connections/recentLogs.ts';
import type { Services } from '../connections/services.ts';
import type { LogService } from '../service/api.ts';
import type { ConnectionNode, TreeNode } from '../targets/nodes.ts';
import { TableFocus } from '../targets/openTable.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import { setContext } from '../ui/ownCommands.ts';
import { firstTimeOf, pageSizeOf } from '../ui/settingValues.ts';
import { DomainNames } from './domainNames.ts';
import { Filters } from './filter/filters.ts';
import { HowCommonLogs } from './lists/howCommon.ts';
import { Lists } from './lists/lists.ts';
import { paletteContexts, selectedLogIn } from './paletteContexts.ts';
import { DomainNodes } from './tree/domainNodes.ts';
import { DomainsTree, type ShownCounts } from './tree/domainsTree.ts';
import { LogNodes } from './tree/logNodes.ts';
import { RecentTree } from './tree/recentTree.ts';
import { connectionItem } from './tree/treeRows.ts';

interface BrowseViews {
  readonly domains: vscode.TreeView<TreeNode>;
  readonly recent: vscode.TreeView<RecentLog>;
}

export interface BrowseOptions {
  readonly connections: ConnectionStore;
  readonly services: Services;
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  readonly directory: DomainDirectory;
  readonly pinned: PinnedDomains;
  readonly recent: RecentLogs;
  readonly days: { zoneOf(domain: DomainRef): string | undefined };
  readonly todays: ShownCounts & { today(connectionId: string): string };
}

/** The list models and the views that show them. */
export type Browse = Readonly<ReturnType<typeof registerBrowse>>;

/** Creates the lists of domains and logs, and the trees that show them. */
export function registerBrowse(
  { subscriptions }: vscode.ExtensionContext,
  globalState: vscode.Memento,
  options: BrowseOptions,
  views: BrowseViews,
) {
  const { connections, services, serviceOf, directory, pinned, recent, days, todays } = options;
  const today = (connectionId: string) => todays.today(connectionId);
  const filters = new Filters(globalState, today);
  const pageSize = () => pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
  const lists = new Lists({ serviceOf, pageSize, filterOf: (domain) => filters.filter(domain) });
  const howCommon = new HowCommonLogs({ services, lists, today });
  const names = new DomainNames({ lists, directory, recent });
  const domains = new DomainNodes({ connections, lists, pinned });
  const timeOf = (target: LogTarget) => recent.list().find((log) => targetId(log) === targetId(target))?.time;
  const logNodes = new LogNodes({ domains, lists, services, timeOf });
  const timeStyle = (domain: DomainRef): TimeStyle => ({
    zone: days.zoneOf(domain),
    first: firstTimeOf(vscode.workspace.getConfiguration('partnerLogs').get('timeZone')),
  });
  const selectedLog = () => selectedLogIn(views);
  const shown = {
    pinned,
    todays,
    filters,
    timeStyle,
    connectionItem: (node: ConnectionNode) => {
      const { id } = node.connection;
      return connectionItem(node, services.fileIndex(id), connections.isKept(id));
    },
  };
  const tree = new DomainsTree({ view: views.domains, connections, domains, logNodes, lists, ...shown });
  const recentTree = new RecentTree(views.recent, recent, connections, timeStyle);
  subscriptions.push(
    filters,
    tree,
    recentTree,
    pinned.onDidChange(() => tree.redrawPinned()),
    ...paletteContexts({ connections, filters, views, selectedLog }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partnerLogs.pageSize')) lists.reset();
      else if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
      tree.redraw();
      recentTree.redraw();
    }),
  );
  subscriptions.push(trackGuide());
  const tableFocus = new TableFocus();
  return {
    filters,
    howCommon,
    lists,
    names,
    domains,
    logNodes,
    tree,
    recentTree,
    selectedLog,
    timeStyle,
    tableFocus,
  };
}

/**
 * Sets a context key while one of the editor's own pages, such as the walkthrough, is open. The editor completes a
 * walkthrough step only when a context key changes after it has read the steps, so the steps' conditions include this
 * key.
 */
function trackGuide(): vscode.Disposable {
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
