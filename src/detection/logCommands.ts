import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { domainOf, isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import type { LogNode, TreeNode } from '../connections/nodes.ts';
import type { RecentLogs } from '../connections/recentLogs.ts';
import { local, message, t } from '../text/l10n.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { registerRowCommand } from '../ui/rowCommands.ts';
import { showFault } from '../ui/showFault.ts';
import type { DetectionPanels, HowToOpen } from './detectionPanels.ts';

/** The rows of all domains' lists. */
interface ListedLogs {
  find(target: LogTarget): Promise<LogNode | undefined>;
  findLoaded(target: LogTarget): LogNode | undefined;
  adjacent(
    target: LogTarget,
    step: -1 | 1,
  ): Promise<
    { readonly node: LogNode } | { readonly none: keyof typeof REASONS } | { readonly fault: unknown }
  >;
}

export interface LogCommandsOptions {
  readonly ask: App['ask'];
  readonly lookUp: App['lookUp'];
  readonly panels: DetectionPanels;
  readonly recent: RecentLogs;
  readonly logNodes: ListedLogs;
  readonly tree: {
    reveal(node: TreeNode): Promise<void>;
    follow(log: LogNode): Promise<void>;
  };
  /** Returns the name of a log's domain, if it has been read. */
  readonly nameOf: (target: LogTarget) => string | undefined;
  /** For a log from a file, offers to open the original log. */
  readonly offerOriginal: (target: LogTarget) => Promise<void>;
}

/** The commands that open detection logs and step from one to the next. */
export function logCommands(options: LogCommandsOptions): vscode.Disposable[] {
  const { recent } = options;
  return [
    registerCommand('partnerLogs.openDetectionLog', (argument) => open(options, argument)),
    registerRowCommand('partnerLogs.openInNewTab', (argument) => openInNewTab(options, argument)),
    registerCommand('partnerLogs.previousLog', (argument) => step(options, argument, -1)),
    registerCommand('partnerLogs.nextLog', (argument) => step(options, argument, 1)),
    registerRowCommand('partnerLogs.revealInTree', (argument) => reveal(options, argument)),
    registerCommand('partnerLogs.removeRecent', (log) => isLogTarget(log) && recent.remove(log)),
    registerCommand('partnerLogs.clearRecent', () => recent.clear()),
  ];
}

async function open(options: LogCommandsOptions, argument: unknown): Promise<void> {
  const target = isLogTarget(argument)
    ? argument
    : await options.lookUp.ask(typeof argument === 'string' ? argument : '');
  if (target) await showLog(options, target);
}

async function openInNewTab(options: LogCommandsOptions, argument: unknown): Promise<void> {
  const target = await options.ask.log(argument);
  if (target) await showLog(options, target, { newTab: true });
}

/** Shows a log in a panel and adds it to the recent logs. */
export async function showLog(
  {
    panels,
    recent,
    logNodes,
    nameOf,
    offerOriginal,
  }: Pick<LogCommandsOptions, 'panels' | 'recent' | 'logNodes' | 'nameOf' | 'offerOriginal'>,
  given: LogTarget,
  how: HowToOpen = {},
): Promise<void> {
  const target = given.row ? given : (logNodes.findLoaded(given) ?? given);
  // Open the panel first. The later it is created, the later it takes focus from a prompt opened in the meantime.
  const opened = panels.open(target, how);
  await recent.add(target, nameOf(target));
  await opened;
  void offerOriginal(target);
}

/** Why there is no adjacent log. */
const REASONS = {
  'not-listed': message('This log is not among the loaded rows of its domain'),
  first: message('This log is the first in its list'),
  last: message('This log is the last in its list'),
  'too-far': message('The next matching log is many pages away. Continue to load more pages'),
};

async function step(options: LogCommandsOptions, argument: unknown, direction: -1 | 1): Promise<void> {
  const { logNodes, tree } = options;
  const target = await options.ask.log(argument);
  if (!target) return;
  const found = await logNodes.adjacent(target, direction);
  if ('node' in found) {
    void tree.follow(found.node);
    await showLog(options, found.node, { from: target });
  } else if ('fault' in found) {
    const retry = () => step(options, target, direction);
    await showFault(t('The next page could not be loaded.'), found.fault, { targets: [target], retry });
  } else {
    vscode.window.setStatusBarMessage(`$(info) ${local(REASONS[found.none])}`, 5_000);
  }
}

async function reveal(options: LogCommandsOptions, argument: unknown): Promise<void> {
  const { logNodes, tree } = options;
  const target = await options.ask.log(argument);
  if (!target) return;
  const node = await logNodes.find(target);
  if (node) return tree.reveal(node);
  const openTable = t('Open Logs in Table');
  const chosen = await vscode.window.showInformationMessage(t('{0}.', REASONS['not-listed']), openTable);
  if (chosen === openTable) await runCommand('partnerLogs.openTable', domainOf(target));
}
