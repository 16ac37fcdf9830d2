import * as vscode from 'vscode';
import type { LogTarget } from '../connections/logTarget.ts';
import type { RecentLogs } from '../connections/recentLogs.ts';
import { asLabel } from '../report/label.ts';
import { isServiceError } from '../service/errors.ts';
import { describeFault } from '../service/faults.ts';
import type { DetectionPanels } from '../views/detectionPanels.ts';
import { domainLabel } from '../views/nodes.ts';
import { isNode } from './ask.ts';
import type { LookUp } from './lookUp.ts';

export interface LogCommandsOptions {
  readonly panels: DetectionPanels;
  readonly recent: RecentLogs;
  readonly lookUp: LookUp;
}

/** Opening detection logs. */
export function logCommands(options: LogCommandsOptions): vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  return [
    registerCommand('partnerLogs.openDetectionLog', (argument) => open(options, argument, false)),
    registerCommand('partnerLogs.openInNewTab', (argument) => open(options, argument, true)),
  ];
}

async function open(
  { panels, recent, lookUp }: LogCommandsOptions,
  argument: unknown,
  newTab: boolean,
): Promise<void> {
  const target = isLogTarget(argument)
    ? argument
    : newTab && panels.active
      ? panels.active
      : await lookUp.ask(typeof argument === 'string' ? argument : '');
  if (!target) return;
  const domainName =
    isNode(argument) && argument.kind === 'log' ? domainLabel(argument.parent.domain) : undefined;
  await recent.add(target, domainName ?? lookUp.domainName(target));
  await panels.open(target, { newTab });
}

/** The log that a command is about: its argument's, the focused panel's, or the one asked for. */
export async function logTarget(
  argument: unknown,
  panels: DetectionPanels,
  lookUp: LookUp,
): Promise<LogTarget | undefined> {
  return isLogTarget(argument) ? argument : (panels.active ?? (await lookUp.ask('')));
}

/** Tells why a command failed, with the next step as a button. */
export async function showFault(what: string, fault: unknown): Promise<void> {
  if (isServiceError(fault, 'cancelled')) return;
  const { headline, cause, next } = describeFault(fault);
  const message = `${what} ${asLabel(headline)} ${asLabel(cause)}`;
  const chosen = await vscode.window.showErrorMessage(message, ...(next ? [next.title] : []));
  if (next && chosen === next.title) await vscode.commands.executeCommand(next.command);
}

export function isLogTarget(argument: unknown): argument is LogTarget {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'connectionId' in argument &&
    'key' in argument &&
    typeof argument.key === 'object'
  );
}
