import type { App } from './app.ts';
import { filterCommands } from './browse/filter/filterCommands.ts';
import { searchCommands } from './browse/search/search.ts';
import { showFirst, treeCommands } from './browse/tree/domainsTree.ts';
import { waitCommand } from './browse/wait.ts';
import type { LogNode } from './connections/nodes.ts';
import { countsCommand } from './counts/countsDisplay.ts';
import { logCommands, showLog } from './detection/logCommands.ts';
import { connectionCommands } from './setup/connectionCommands.ts';
import { diagnoseCommand } from './setup/diagnoseCommand.ts';
import { openExportCommand } from './setup/openExport.ts';
import { copyCommands } from './share/copyCommands.ts';
import { exportCommand } from './share/exportCommand.ts';
import { tableCommands } from './table/tablePanels.ts';
import { handlers } from './ui/ownCommands.ts';

/** Returns the handler of every command in the manifest. */
export function commandHandlers(app: App): typeof handlers {
  const openBeside = (log: LogNode) => showLog(app, log, { preserveFocus: true });
  app.context.subscriptions.push(
    ...connectionCommands(app, (connectionId) => showFirst(app, connectionId, openBeside)),
    openExportCommand(app),
    diagnoseCommand(app),
    ...treeCommands(app),
    countsCommand(app),
    ...filterCommands(app),
    ...searchCommands(app),
    ...logCommands(app),
    ...waitCommand(app, openBeside),
    ...tableCommands(app),
    ...copyCommands(app),
    exportCommand(app),
  );
  return handlers;
}
