import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { type RouteSearch, routeSearch } from './routeSearch.ts';

/** Number of UTF-16 units of raw data to search for the first line. */
const HEAD = 64 * 1024;

/**
 * Registers the command that finds the source code that handles a log's request: it opens the editor's own search with
 * the path of the request. The extension itself reads no files.
 */
export function findRouteCommand(app: App): vscode.Disposable {
  /** The log whose full route was searched for last; searching for it again uses only the end of the route. */
  let latest: string | undefined;

  return registerRowCommand('partnerLogs.findRoute', async (argument) => {
    const target = await app.ask.log(argument);
    if (!target) return;
    const search = await searchOf(app, target);
    if (!search) return;
    const { whole, last } = search;
    const isWhole = latest !== targetId(target) || whole.expression === last.expression;
    latest = isWhole ? targetId(target) : undefined;
    await vscode.commands.executeCommand('workbench.action.findInFiles', {
      query: (isWhole ? whole : last).expression,
      isRegex: true,
      isCaseSensitive: false,
      matchWholeWord: false,
      triggerSearch: true,
      filesToInclude: '',
      filesToExclude: '',
    });
    const text = asLabel((isWhole ? whole : last).text);
    const notice =
      isWhole && whole.expression !== last.expression
        ? t('Searching for “{0}”. Run the command again to search only for “{1}”', text, asLabel(last.text))
        : t('Searching for “{0}”', text);
    vscode.window.setStatusBarMessage(`$(search) ${notice}`, 10_000);
  });
}

/** Returns the search for a log's route. If there is nothing to search for, shows a message and returns undefined. */
async function searchOf(app: App, target: LogTarget): Promise<RouteSearch | undefined> {
  if (!vscode.workspace.workspaceFolders?.length) {
    void vscode.window.showInformationMessage(
      t('No folder is open. Open the folder that contains the code, then search again.'),
    );
    return undefined;
  }
  try {
    const path = await pathOf(app, target);
    const search = routeSearch(path);
    if (!search) {
      void vscode.window.showInformationMessage(
        t('The path “{0}” has no segment that could be part of a route in the code.', asLabel(path)),
      );
    }
    return search;
  } catch (fault) {
    return showFault(t('The search for the route failed.'), fault, {
      targets: [target],
      retry: () => searchOf(app, target),
    });
  }
}

/** Returns the path from the row, if known; otherwise, the request target in the log. */
async function pathOf({ logs, logNodes }: App, target: LogTarget): Promise<string> {
  const path = (target.row ?? logNodes.rowOf(target))?.uri;
  if (path) return path;
  const { rawData, request } = await logs.get(target);
  return (
    parseRawRequest(rawData.slice(0, HEAD)).target ?? parseRawRequest(request.firstLine ?? '').target ?? '/'
  );
}
