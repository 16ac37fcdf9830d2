import type * as vscode from 'vscode';
import { filterCommands } from './browse/filter/filterCommands.ts';
import { searchCommands } from './browse/search/searchCommands.ts';
import { showFirst, treeCommands } from './browse/tree/treeCommands.ts';
import { waitCommands } from './browse/wait/waitCommands.ts';
import type { DomainRef } from './connections/domainRef.ts';
import { domainOf, type LogTarget } from './connections/logTarget.ts';
import { countsCommand } from './counts/countsCommands.ts';
import type { DetectionPanels } from './detection/detectionPanels.ts';
import { documentCommands } from './detection/documents/documentCommands.ts';
import { clientHeader } from './detection/facts.ts';
import { findRouteCommand } from './detection/findRoute.ts';
import { logCommands, showLog } from './detection/logCommands.ts';
import type { WindowParts } from './parts.ts';
import { connectionCommands } from './setup/connectionCommands.ts';
import { diagnoseCommand } from './setup/diagnoseCommand.ts';
import { openExportCommand, originalsOf } from './setup/openExport.ts';
import { copyCommands } from './share/copyCommands.ts';
import { exportCommand } from './share/export/exportCommand.ts';
import { tableCommands } from './table/tableCommands.ts';
import { Ask } from './targets/ask.ts';
import type { Links } from './targets/links.ts';
import { nearbyDomains } from './targets/lookUp/findLog.ts';
import { LookUp } from './targets/lookUp/lookUp.ts';
import type { LogNode } from './targets/nodes.ts';

/** The parts of a window, including those that are loaded when the first command runs. */
export type CommandParts = Omit<WindowParts, 'panels' | 'links'> & {
  readonly panels: DetectionPanels;
  readonly links: Links;
};

/** Registers every command in the manifest. */
export function registerCommands(loaded: CommandParts): vscode.Disposable[] {
  const { connections, documents, panels, names } = loaded;
  const activeLog = () => panels.active ?? loaded.previewed() ?? documents.active;
  const parts = { ...loaded, activeLog };
  const nameOf = (domain: DomainRef) => names.shown(domain);
  const storedNameOf = (target: LogTarget) => names.loaded(domainOf(target));
  const offerOriginal = originalsOf(parts.services);
  const openBeside = (log: LogNode) =>
    showLog({ ...parts, nameOf: storedNameOf, offerOriginal }, log, { preserveFocus: true });
  const ask = new Ask({ ...parts, storedNameOf });
  const nearby = () =>
    nearbyDomains({
      active: activeLog(),
      selection: parts.tree.selection,
      latest: parts.recent.latest((id) => connections.get(id) !== undefined),
      nameOf,
    });
  const lookUp = new LookUp({ ...parts, ask, nearby, nameOf });
  return [
    ...connectionCommands({
      ...parts,
      ask: (argument) => ask.connection(argument),
      showFirst: async (connectionId) => {
        const before = panels.active;
        // If the user opened another log in the meantime, keep showing that one.
        const isWanted = () => panels.active === before;
        await showFirst(parts, connectionId, { openLog: openBeside, isWanted });
      },
    }),
    openExportCommand(parts),
    diagnoseCommand({ ...parts, ask }),
    ...treeCommands({ ...parts, ask }),
    countsCommand({ ...parts, ask, nameOf }),
    ...filterCommands({ ...parts, ask }),
    ...searchCommands({
      ...parts,
      ask,
      lookUp,
      clientOf: async (log) => clientHeader(await parts.logs.get(log))?.[1],
      panelSelection: () => panels.selectedText,
    }),
    ...logCommands({ ...parts, lookUp, nameOf: storedNameOf, offerOriginal }),
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
