import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { domainOf, isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import { local, message, t } from '../text/l10n.ts';
import { registerCommand, registerRowCommand, runCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import type { HowToOpen } from './detectionPanels.ts';

/** The commands that open detection logs and step from one to the next. */
export function logCommands(app: App): vscode.Disposable[] {
  const { recent } = app;
  return [
    registerCommand('partnerLogs.openDetectionLog', (argument) => open(app, argument)),
    registerRowCommand('partnerLogs.openInNewTab', (argument) => openInNewTab(app, argument)),
    registerCommand('partnerLogs.previousLog', (argument) => step(app, argument, -1)),
    registerCommand('partnerLogs.nextLog', (argument) => step(app, argument, 1)),
    registerRowCommand('partnerLogs.revealInTree', (argument) => reveal(app, argument)),
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

async function openInNewTab(app: App, argument: unknown): Promise<void> {
  const target = await app.ask.log(argument);
  if (target) await showLog(app, target, { newTab: true });
}

/** Shows a log in a panel and adds it to the recent logs. */
export async function showLog(app: App, given: LogTarget, how: HowToOpen = {}): Promise<void> {
  const target = given.row ? given : (app.logNodes.findLoaded(given) ?? given);
  // Open the panel first. The later it is created, the later it takes focus from a prompt opened in the meantime.
  const opened = app.panels.open(target, how);
  await app.recent.add(target, app.storedNameOf(target));
  await opened;
}

/** Why there is no adjacent log. */
const REASONS = {
  'not-listed': message('This log is not among the loaded rows of its domain'),
  first: message('This log is the first in its list'),
  last: message('This log is the last in its list'),
  'too-far': message('The next matching log is many pages away. Continue to load more pages'),
};

async function step(app: App, argument: unknown, direction: -1 | 1): Promise<void> {
  const target = await app.ask.log(argument);
  if (!target) return;
  const found = await app.logNodes.adjacent(target, direction);
  if ('node' in found) {
    await showLog(app, found.node, { from: target });
  } else if ('fault' in found) {
    const retry = () => step(app, target, direction);
    await showFault(t('The next page could not be loaded.'), found.fault, { targets: [target], retry });
  } else {
    vscode.window.setStatusBarMessage(`$(info) ${local(REASONS[found.none])}`, 5_000);
  }
}

async function reveal(app: App, argument: unknown): Promise<void> {
  const { logNodes, tree } = app;
  const target = await app.ask.log(argument);
  if (!target) return;
  const node = await logNodes.find(target);
  if (node) return tree.reveal(node);
  const openTable = t('Open Logs in Table');
  const chosen = await vscode.window.showInformationMessage(t('{0}.', REASONS['not-listed']), openTable);
  if (chosen === openTable) await runCommand('partnerLogs.openTable', domainOf(target));
}
