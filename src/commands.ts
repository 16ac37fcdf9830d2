import type * as vscode from 'vscode';
import type { DomainNames } from './browse/domainNames.ts';
import { filterCommands } from './browse/filter/filterCommands.ts';
import type { Filters } from './browse/filter/filters.ts';
import type { Lists } from './browse/lists/lists.ts';
import { LookUp } from './browse/lookUp/lookUp.ts';
import { nearbyDomains } from './browse/lookUp/nearbyDomains.ts';
import { searchCommands } from './browse/search/searchCommands.ts';
import { domainCommands } from './browse/tree/domainCommands.ts';
import type { DomainNodes } from './browse/tree/domainNodes.ts';
import type { DomainsTree } from './browse/tree/domainsTree.ts';
import { listCommands } from './browse/tree/listCommands.ts';
import type { LogNodes } from './browse/tree/logNodes.ts';
import type { ConnectionStore } from './connections/connectionStore.ts';
import type { DomainDirectory } from './connections/domainDirectory.ts';
import type { DomainMarks } from './connections/domainMarks.ts';
import type { KeyStore } from './connections/keyStore.ts';
import type { RecentLogs } from './connections/recentLogs.ts';
import type { Services } from './connections/services.ts';
import type { WatchedDomains } from './connections/watchedDomains.ts';
import { countsCommands } from './counts/countsCommands.ts';
import type { CountsFeature } from './counts/countsFeature.ts';
import type { TodaysCounts } from './counts/todaysCounts.ts';
import { watchCommands } from './counts/watchCommands.ts';
import type { DetectionPanels } from './detection/detectionPanels.ts';
import { documentCommands } from './detection/documents/documentCommands.ts';
import type { LogDocuments } from './detection/documents/logDocuments.ts';
import { logCommands } from './detection/logCommands.ts';
import type { Logs } from './detection/logs.ts';
import { connectionCommands } from './setup/connectionCommands.ts';
import { diagnoseCommand } from './setup/diagnoseCommand.ts';
import { copyCommands } from './share/copyCommands.ts';
import { exportCommand } from './share/export/exportCommand.ts';
import type { ReportPreviews } from './share/reportPreviews.ts';
import { Ask } from './targets/ask.ts';
import type { Links } from './targets/links.ts';

/** What commands work on. */
export interface Parts {
  readonly connections: ConnectionStore;
  readonly keys: KeyStore;
  readonly services: Services;
  readonly watched: WatchedDomains;
  readonly marks: DomainMarks;
  readonly recent: RecentLogs;
  readonly filters: Filters;
  readonly directory: DomainDirectory;
  readonly links: Links;
  readonly logs: Logs;
  readonly documents: LogDocuments;
  readonly previews: ReportPreviews;
  readonly lists: Lists;
  readonly counts: CountsFeature;
  readonly todays: TodaysCounts;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly tree: DomainsTree;
  readonly panels: DetectionPanels;
  readonly output: vscode.LogOutputChannel;
  readonly names: DomainNames;
  /** Reads again everything that is shown. */
  readonly refresh: () => Promise<void>;
  readonly globalState: vscode.Memento;
  /** Where an export is written that cannot go beside its target. */
  readonly storage: vscode.Uri;
  /** The built `logThread.ts`. */
  readonly workerFile: string;
  /** The built `exportWorker.ts`. */
  readonly exportWorkerFile: string;
  /** The extension's version. */
  readonly version: string;
  /** Aborts when the window closes. */
  readonly closing: AbortSignal;
}

/** Registers every command of the manifest. */
export function registerCommands(parts: Parts): vscode.Disposable[] {
  const { connections, services, watched, marks, todays, logs, documents, panels, names } = parts;
  const ask = new Ask(parts);
  const nearby = () =>
    nearbyDomains({
      active: panels.active ?? documents.active,
      selection: parts.tree.selection,
      latest: parts.recent.latest((id) => connections.get(id) !== undefined),
      nameOf: (connectionId, index) => names.shown({ connectionId, index }),
    });
  const lookUp = new LookUp({ ...parts, ask, nearby });
  const ofService = {
    serviceOf: (connectionId: string) => services.of(connectionId),
    filterNames: (connectionId: string) => services.filterNames(connectionId),
    detectedType: (connectionId: string) => services.detectedType(connectionId),
  };
  return [
    ...connectionCommands({ ...parts, ask: (argument) => ask.connection(argument) }),
    diagnoseCommand(ask, services),
    ...listCommands({ ...parts, ask }),
    ...watchCommands(ask, watched),
    ...countsCommands({
      ask,
      watched,
      nameOf: (place, known) => names.shown(place, known),
      panels: () => parts.counts.panels(),
    }),
    ...domainCommands(ask, marks),
    ...filterCommands({ ...parts, activeLog: () => panels.active, ask }),
    ...searchCommands({
      ...parts,
      ...ofService,
      connections,
      today: (connectionId) => todays.today(connectionId),
      ask,
    }),
    ...logCommands({
      ...parts,
      lookUp,
      nameOf: ({ connectionId, key }) => names.loaded({ connectionId, index: key.domain }),
    }),
    ...documentCommands({ logs, documents, panels, lookUp }),
    ...copyCommands({ ...parts, lookUp }),
    exportCommand({ ...parts, ask }),
  ];
}
