import type * as vscode from 'vscode';
import { filterCommands } from './browse/filter/filterCommands.ts';
import { LookUp } from './browse/lookUp/lookUp.ts';
import { nearbyDomains } from './browse/lookUp/nearbyDomains.ts';
import { searchCommands } from './browse/search/searchCommands.ts';
import { domainCommands } from './browse/tree/domainCommands.ts';
import { type ListCommandsOptions, listCommands } from './browse/tree/listCommands.ts';
import { rowCommands } from './browse/tree/openRow.ts';
import { showFirst } from './browse/tree/showFirst.ts';
import { waitCommands } from './browse/wait/waitCommands.ts';
import type { DomainRef } from './connections/domainRef.ts';
import { domainOf, type LogTarget } from './connections/logTarget.ts';
import { countsCommands } from './counts/countsCommands.ts';
import type { CountsFeature } from './counts/countsFeature.ts';
import type { TodaysCounts } from './counts/todaysCounts.ts';
import { watchCommands } from './counts/watchCommands.ts';
import type { DetectionParts } from './detection/detectionParts.ts';
import { documentCommands } from './detection/documents/documentCommands.ts';
import { findRouteCommand } from './detection/findRoute.ts';
import { logCommands, showLog } from './detection/logCommands.ts';
import { connectionCommands } from './setup/connectionCommands.ts';
import type { SupportOptions } from './setup/copyForSupport.ts';
import { diagnoseCommand } from './setup/diagnoseCommand.ts';
import { copyCommands } from './share/copyCommands.ts';
import { exportCommand } from './share/export/exportCommand.ts';
import type { ExportRunOptions } from './share/export/exportRun.ts';
import type { SharingOptions } from './share/shareLogs.ts';
import type { TableFeature } from './table/registerTable.ts';
import { tableCommands } from './table/tableCommands.ts';
import { Ask } from './targets/ask.ts';
import type { LogNode } from './targets/nodes.ts';

/** What commands work on. */
export interface Parts
  extends DetectionParts,
    SharingOptions,
    ExportRunOptions,
    Pick<ListCommandsOptions, 'refresh'>,
    SupportOptions {
  readonly counts: CountsFeature;
  readonly todays: TodaysCounts;
  readonly tables: TableFeature['tables'];
}

/** Registers every command of the manifest. */
export function registerCommands(parts: Parts): vscode.Disposable[] {
  const { connections, watched, marks, todays, documents, panels, names } = parts;
  const nameOf = (domain: DomainRef) => names.shown(domain);
  const storedNameOf = (target: LogTarget) => names.loaded(domainOf(target));
  const openBeside = (log: LogNode) =>
    showLog({ ...parts, nameOf: storedNameOf }, log, { preserveFocus: true });
  const ask = new Ask(parts);
  const nearby = () =>
    nearbyDomains({
      active: panels.active ?? documents.active,
      selection: parts.tree.selection,
      latest: parts.recent.latest((id) => connections.get(id) !== undefined),
      nameOf,
    });
  const lookUp = new LookUp({ ...parts, ask, nearby, nameOf });
  return [
    ...connectionCommands({
      ...parts,
      ask: (argument) => ask.connection(argument),
      showFirst: (connectionId) => showFirst(parts, connectionId, openBeside),
    }),
    diagnoseCommand({ ...parts, ask }),
    ...listCommands({ ...parts, ask }),
    ...rowCommands(parts),
    ...watchCommands(ask, watched),
    ...countsCommands({ ask, watched, nameOf, panels: () => parts.counts.panels() }),
    ...domainCommands(ask, marks),
    ...filterCommands({ ...parts, activeLog: () => panels.active, ask }),
    ...searchCommands({
      ...parts,
      today: (connectionId) => todays.today(connectionId),
      ask,
      activeLog: () => panels.active ?? documents.active,
      panelSelection: () => panels.selectedText,
    }),
    ...logCommands({ ...parts, lookUp, nameOf: storedNameOf }),
    ...waitCommands({
      ...parts,
      ask,
      nameOf,
      openBeside,
    }),
    findRouteCommand({ ...parts, lookUp }),
    ...documentCommands({ ...parts, lookUp }),
    ...tableCommands({ ...parts, ask }),
    ...copyCommands({ ...parts, lookUp }),
    exportCommand({ ...parts, ask }),
  ];
}
