import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { CommandId } from '../commandIds.ts';
import { domainOf, isLogTarget, type LogTarget, targetId } from '../connections/logTarget.ts';
import { local, message, t } from '../text/l10n.ts';
import { registerCommand, registerRowCommand, runCommand } from '../ui/ownCommands.ts';
import { runOrShowFault } from '../ui/showFault.ts';
import type { HowToOpen } from './detectionPanels.ts';
import { findRoute } from './findRoute.ts';

/** The commands that open detection logs in panels and as documents, and step from one to the next. */
export function logCommands(app: App): vscode.Disposable[] {
  const { recent } = app;
  const registerLogCommand = (id: CommandId, run: (app: App, target: LogTarget) => Promise<unknown>) =>
    registerRowCommand(id, async (argument) => {
      const target = await targetOf(app, argument);
      if (target) await run(app, target);
    });
  return [
    registerCommand('partnerLogs.openDetectionLog', (argument) => open(app, argument)),
    registerLogCommand('partnerLogs.openInNewTab', (_, target) => showLog(app, target, { newTab: true })),
    registerCommand('partnerLogs.previousLog', (argument) => step(app, argument, -1)),
    registerCommand('partnerLogs.nextLog', (argument) => step(app, argument, 1)),
    registerLogCommand('partnerLogs.revealInTree', reveal),
    registerLogCommand('partnerLogs.openRawData', openRawData),
    registerLogCommand('partnerLogs.openDecodedData', openDecodedData),
    registerLogCommand('partnerLogs.findRoute', findRoute),
    registerRowCommand('partnerLogs.compareLogs', (argument, all) => compareLogs(app, argument, all)),
    registerCommand('partnerLogs.removeRecent', (log) => isLogTarget(log) && recent.remove(log)),
    registerCommand('partnerLogs.clearRecent', () => recent.clear()),
  ];
}

async function open(app: App, argument: unknown): Promise<void> {
  const target = isLogTarget(argument)
    ? argument
    : await app.lookUp.ask(typeof argument === 'string' ? argument : '');
  if (target) await showLog(app, target);
}

/** Shows a log in a panel and, once it is read, adds it to the recent logs. */
export async function showLog(app: App, given: LogTarget, how: HowToOpen = {}): Promise<void> {
  const row = given.row ?? app.logNodes.rowOf(given);
  const target = row ? { ...given, row } : given;
  if (await app.panels.open(target, how)) await app.recent.add(target, app.storedNameOf(target));
}

/** Why there is no adjacent log. */
const REASONS = {
  'not-listed': message('This log is not among the loaded rows of its domain'),
  first: message('This log is the first in its list'),
  last: message('This log is the last in its list'),
  'too-far': message('No log on the nearest pages matches the filter. Look for one in the table'),
};

async function step(app: App, argument: unknown, direction: -1 | 1): Promise<void> {
  const target = await app.ask.log(argument);
  if (!target) return;
  await runOrShowFault(t('The next page could not be loaded.'), [target], async () => {
    const found = await app.logNodes.adjacent(target, direction);
    if (typeof found === 'object') return showLog(app, found, { from: target });
    vscode.window.setStatusBarMessage(`$(info) ${local(REASONS[found])}`, 5_000);
  });
}

async function reveal({ logNodes, tree }: App, target: LogTarget): Promise<void> {
  const node = await logNodes.find(target);
  if (node) return tree.reveal(node);
  const openTable = t('Open Logs in Table');
  const chosen = await vscode.window.showInformationMessage(t('{0}.', REASONS['not-listed']), openTable);
  if (chosen === openTable) await runCommand('partnerLogs.openTable', domainOf(target));
}

/** Returns true if the log could be read. */
async function openRawData(app: App, target: LogTarget): Promise<boolean> {
  const uri = await rawDataOf(app, target);
  if (uri) await app.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
  return uri !== undefined;
}

/** Opens the raw data with the decoded data, which gets the focus, next to it. */
async function openDecodedData(app: App, target: LogTarget): Promise<void> {
  const beside = { viewColumn: vscode.ViewColumn.Beside };
  if (await openRawData(app, target)) await app.documents.open(app.documents.uri(target, 'decoded'), beside);
}

/** @param all the tree's selection, if the command was run from the tree */
async function compareLogs(app: App, argument: unknown, all: unknown): Promise<void> {
  const inTree = Array.isArray(all) ? all.filter(isLogTarget) : [];
  const selected = app.tableFocus.logsFor(argument) ?? inTree;
  const [left, second] = selected.length > 1 ? selected : [await targetOf(app, argument)];
  if (!left) return;
  const title = t('Compare Log {0} with…', String(left.key.idx));
  const right = second ?? (await app.lookUp.ask('', title, domainOf(left)));
  if (!right) return;
  if (selected.length > 2 || targetId(left) === targetId(right)) {
    void vscode.window.showInformationMessage(
      t('You can compare two different logs. Select two logs, or select one and choose the other.'),
    );
    return;
  }
  const leftUri = await rawDataOf(app, left);
  const rightUri = leftUri && (await rawDataOf(app, right));
  const shown = t('Log {0} ↔ Log {1}', String(left.key.idx), String(right.key.idx));
  // The editor's built-in extensions use this undocumented option to show documents as text.
  if (rightUri)
    await vscode.commands.executeCommand('vscode.diff', leftUri, rightUri, shown, { override: false });
}

/** Returns the log that a command applies to. The argument can also be the URI of one of the log's documents. */
async function targetOf(app: App, argument: unknown): Promise<LogTarget | undefined> {
  const shown = argument instanceof vscode.Uri ? app.documents.logOf(argument) : undefined;
  return shown ?? app.ask.log(argument);
}

/** Returns the URI of a log's raw data. If the log cannot be read, shows a message and returns undefined. */
function rawDataOf(app: App, target: LogTarget): Promise<vscode.Uri | undefined> {
  return runOrShowFault(t('The log could not be opened.'), [target], async () => {
    await app.logs.get(target);
    return app.documents.uri(target, 'raw');
  });
}
