import * as vscode from 'vscode';
import { DomainDirectory } from '../connections/domainDirectory.ts';
import type { ConnectionParts } from '../connections/registerConnections.ts';
import type { CountsModel } from '../counts/registerCounts.ts';
import { pageSizeOf } from '../ui/settingValues.ts';
import { DomainNames } from './domainNames.ts';
import { Filters } from './filter/filters.ts';
import { Lists } from './lists/lists.ts';
import { DomainNodes } from './tree/domainNodes.ts';
import { DomainsTree } from './tree/domainsTree.ts';
import { LogNodes } from './tree/logNodes.ts';
import { RecentTree } from './tree/recentTree.ts';

export interface BrowseParts {
  readonly filters: Filters;
  readonly lists: Lists;
  readonly directory: DomainDirectory;
  readonly names: DomainNames;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly tree: DomainsTree;
}

/** Makes the lists of domains and logs, and the views that show them. */
export function registerBrowse(
  { subscriptions }: vscode.ExtensionContext,
  globalState: vscode.Memento,
  { connections, services, serviceOf, watched, marks, recent }: ConnectionParts,
  { todays }: CountsModel,
): BrowseParts {
  const detectedType = (connectionId: string) => services.detectedType(connectionId);
  const filters = new Filters(globalState, (connectionId) => todays.today(connectionId));
  const pageSize = () => pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
  const lists = new Lists({
    serviceOf,
    pageSize,
    filterOf: (domain) => filters.filter(domain),
    detectedType,
  });
  const directory = new DomainDirectory(serviceOf);
  const names = new DomainNames({ marks, lists, directory });
  const domains = new DomainNodes({ connections, lists, marks });
  const filterNames = (connectionId: string) => services.filterNames(connectionId);
  const logNodes = new LogNodes({ domains, lists, filterNames, detectedType });
  const tree = new DomainsTree({ connections, domains, logNodes, lists, watched, marks, todays, filters });
  subscriptions.push(
    filters,
    tree,
    new RecentTree(recent, connections),
    watched.onDidChange(() => tree.redrawDomains()),
    marks.onDidChange(() => tree.redraw()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('partnerLogs.pageSize')) return;
      lists.reset();
      tree.redraw();
    }),
  );
  return { filters, lists, directory, names, domains, logNodes, tree };
}
