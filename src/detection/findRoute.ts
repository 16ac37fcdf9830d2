import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runOrShowFault } from '../ui/showFault.ts';
import { routeExpression } from './routeExpression.ts';

/** Number of UTF-16 units of raw data to search for the first line. */
const HEAD = 64 * 1024;

/**
 * Finds the source code that handles a log's request: opens the editor's own search with the path of the request. The
 * extension itself reads no files.
 */
export async function findRoute(app: App, target: LogTarget): Promise<void> {
  const tell = (text: string) => void vscode.window.showInformationMessage(text);
  if (!vscode.workspace.workspaceFolders?.length)
    return tell(t('No folder is open. Open the folder that contains the code, then search again.'));
  await runOrShowFault(t('The search for the route failed.'), [target], async () => {
    const path = await pathOf(app, target);
    const query = routeExpression(path);
    if (query === undefined)
      return tell(
        t('The path “{0}” has no segment that could be part of a route in the code.', asLabel(path)),
      );
    await vscode.commands.executeCommand('workbench.action.findInFiles', {
      ...{ query, isRegex: true, isCaseSensitive: false, matchWholeWord: false },
      ...{ triggerSearch: true, filesToInclude: '', filesToExclude: '' },
    });
  });
}

/** Returns the path from the row, if known; otherwise, the request target in the log. */
async function pathOf({ logs, logNodes }: App, target: LogTarget): Promise<string> {
  const path = (target.row ?? logNodes.rowOf(target))?.uri;
  if (path) return path;
  const { rawData, request } = await logs.get(target);
  return parseRawRequest(request.firstLine || rawData.slice(0, HEAD)).target ?? '/';
}
