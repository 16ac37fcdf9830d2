import * as vscode from 'vscode';
import type { ConnectionParts } from '../connections/connectionParts.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { RecentLog } from '../connections/recentLogs.ts';
import type { CountsModel } from '../counts/registerCounts.ts';
import type { TreeNode } from '../targets/nodes.ts';
import { TableFocus } from '../targets/openTable.ts';
import { firstTimeOf, pageSizeOf } from '../ui/settingValues.ts';
import type { BrowseParts } from './browseParts.ts';
import { DomainNames } from './domainNames.ts';
import { Filters } from './filter/filters.ts';
import { Lists } from './lists/lists.ts';
import { tellPalette } from './paletteContexts.ts';
import { DomainNodes } from './tree/domainNodes.ts';
import { DomainsTree } from './tree/domainsTree.ts';
import { LogNodes } from './tree/logNodes.ts';
import { RecentTree } from './tree/recentTree.ts';

interface BrowseViews {
  readonly domains: vscode.TreeView<TreeNode>;
  readonly recent: vscode.TreeView<RecentLog>;
}

/** Makes the lists of domains and logs, and the rows of the views that show them. */
export function registerBrowse(
  { subscriptions }: vscode.ExtensionContext,
  globalState: vscode.Memento,
  parts: ConnectionParts,
  { days, todays }: CountsModel,
  views: BrowseViews,
): BrowseParts {
  const { connections, services, serviceOf, directory, watched, marks, recent } = parts;
  const filters = new Filters(globalState, (connectionId) => todays.today(connectionId));
  const tell = () => tellPalette({ connections, filters, marks, watched });
  const pageSize = () => pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
  const lists = new Lists({ serviceOf, pageSize, filterOf: (domain) => filters.filter(domain) });
  const names = new DomainNames({ marks, lists, directory, recent });
  const domains = new DomainNodes({ connections, lists, marks });
  const timeOf = (target: LogTarget) => recent.list().find((log) => targetId(log) === targetId(target))?.time;
  const logNodes = new LogNodes({ domains, lists, services, timeOf });
  const firstTime = () => firstTimeOf(vscode.workspace.getConfiguration('partnerLogs').get('timeZone'));
  const timeStyle = (domain: DomainRef) => ({ zone: days.zoneOf(domain), first: firstTime() });
  const shown = { watched, marks, todays, filters, timeStyle };
  const tree = new DomainsTree({ view: views.domains, connections, domains, logNodes, lists, ...shown });
  const recentTree = new RecentTree(views.recent, recent, connections, timeStyle);
  subscriptions.push(
    filters,
    tree,
    recentTree,
    watched.onDidChange(() => tree.redrawDomains()),
    marks.onDidChange(() => tree.redraw()),
    ...[connections, filters, watched, marks].map((each) => each.onDidChange(tell)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partnerLogs.pageSize')) lists.reset();
      else if (!change.affectsConfiguration('partnerLogs.timeZone')) return;
      tree.redraw();
      recentTree.redraw();
    }),
  );
  tell();
  const tableFocus = new TableFocus();
  return {
    ...parts,
    filters,
    lists,
    names,
    domains,
    logNodes,
    tree,
    recentTree,
    timeStyle,
    firstTime,
    tableFocus,
  };
}
