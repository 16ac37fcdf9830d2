import type * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainDirectory } from '../connections/domainDirectory.ts';
import type { DomainMarks } from '../connections/domainMarks.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { RecentLogs } from '../connections/recentLogs.ts';
import type { Services } from '../connections/services.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import type { Links } from '../documents/links.ts';
import type { LogDocuments } from '../documents/logDocuments.ts';
import type { Logs } from '../documents/logs.ts';
import type { ReportPreviews } from '../documents/reportPreviews.ts';
import type { Counts } from '../views/counts.ts';
import type { DetectionPanels } from '../views/detectionPanels.ts';
import type { DomainNodes } from '../views/domainNodes.ts';
import type { DomainsTree } from '../views/domainsTree.ts';
import type { Filters } from '../views/filters.ts';
import type { Lists } from '../views/lists.ts';
import type { LogNodes } from '../views/logNodes.ts';
import type { Place } from '../views/serviceDays.ts';
import { Ask } from './ask.ts';
import { connectionCommands } from './connectionCommands.ts';
import { copyCommands } from './copyCommands.ts';
import { countsCommands } from './countsCommands.ts';
import { diagnoseCommand } from './diagnoseCommand.ts';
import { documentCommands } from './documentCommands.ts';
import { domainCommands } from './domainCommands.ts';
import { exportCommand } from './exportCommand.ts';
import { filterCommands } from './filterCommands.ts';
import { listCommands } from './listCommands.ts';
import { logCommands } from './logCommands.ts';
import { LookUp } from './lookUp.ts';
import { nearbyDomains } from './nearbyDomains.ts';
import { searchCommands } from './searchCommands.ts';
import { watchCommands } from './watchCommands.ts';

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
  readonly counts: Counts;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly tree: DomainsTree;
  readonly panels: DetectionPanels;
  readonly output: vscode.LogOutputChannel;
  /** What a person calls a domain; `known`: the service's name, if the caller knows it. */
  readonly shownName: (place: Place, known?: string) => string;
  /** The service's name for a log's domain, if that was read before. */
  readonly nameOf: (target: LogTarget) => string | undefined;
  /** Reads again everything that is shown. */
  readonly refresh: () => Promise<void>;
  readonly globalState: vscode.Memento;
  /** Where an export is written that cannot go beside its target. */
  readonly storage: vscode.Uri;
  /** The built `worker.ts`. */
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
  const { connections, services, watched, marks, logs, documents, panels } = parts;
  const { todays } = parts.counts;
  const ask = new Ask(parts);
  const nearby = () =>
    nearbyDomains({
      active: panels.active ?? documents.active,
      selection: parts.tree.selection,
      latest: parts.recent.latest((id) => connections.get(id) !== undefined),
      nameOf: (connectionId, index) => parts.shownName({ connectionId, index }),
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
    ...countsCommands({ ask, watched, nameOf: parts.shownName, panels: () => parts.counts.panels() }),
    ...domainCommands(ask, marks),
    ...filterCommands({ ...parts, activeLog: () => panels.active, todays, ask }),
    ...searchCommands({
      ...parts,
      ...ofService,
      connections,
      today: (connectionId) => todays.today(connectionId),
      ask,
    }),
    ...logCommands({ ...parts, lookUp }),
    ...documentCommands({ logs, documents, panels, lookUp }),
    ...copyCommands({ ...parts, lookUp }),
    exportCommand({ ...parts, ask }),
  ];
}
