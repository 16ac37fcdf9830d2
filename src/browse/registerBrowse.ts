import * as vscode from 'vscode';
import type { ConnectionParts } from '../connections/connectionParts.ts';
import type { CountsModel } from '../counts/registerCounts.ts';
import type { TreeNode } from '../targets/nodes.ts';
import { pageSizeOf } from '../ui/settingValues.ts';
import type { BrowseParts } from './browseParts.ts';
import { DomainNames } from './domainNames.ts';
import { Filters } from './filter/filters.ts';
import { Lists } from './lists/lists.ts';
import { DomainNodes } from './tree/domainNodes.ts';
import { DomainsTree } from './tree/domainsTree.ts';
import { LogNodes } from './tree/logNodes.ts';
import { RecentTree } from './tree/recentTree.ts';

/** Makes the lists of domains and logs, and the rows of the views that show them; `view` is the one of the domains. */
export function registerBrowse(
  { subscriptions }: vscode.ExtensionContext,
  globalState: vscode.Memento,
  parts: ConnectionParts,
  { todays }: CountsModel,
  view: vscode.TreeView<TreeNode>,
): BrowseParts {
  const { connections, services, serviceOf, directory, watched, marks, recent } = parts;
  const filters = new Filters(globalState, (connectionId) => todays.today(connectionId));
  const pageSize = () => pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
  const lists = new Lists({ serviceOf, pageSize, filterOf: (domain) => filters.filter(domain) });
  const names = new DomainNames({ marks, lists, directory });
  const domains = new DomainNodes({ connections, lists, marks });
  const logNodes = new LogNodes({ domains, lists, services });
  const tree = new DomainsTree({
    view,
    connections,
    domains,
    logNodes,
    lists,
    watched,
    marks,
    todays,
    filters,
  });
  const recentTree = new RecentTree(recent, connections);
  subscriptions.push(
    filters,
    tree,
    recentTree,
    watched.onDidChange(() => tree.redrawDomains()),
    marks.onDidChange(() => tree.redraw()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('partnerLogs.pageSize')) return;
      lists.reset();
      tree.redraw();
    }),
  );
  return { ...parts, filters, lists, names, domains, logNodes, tree, recentTree };
}
