import * as vscode from 'vscode';
import { isServiceError } from '../base/errors.ts';
import { describeFault, isTryAgain } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { runCommand } from './ownCommands.ts';

export interface FailedWork<T> {
  /** The operation's targets. If they all belong to one connection, the next step uses that connection. */
  readonly targets: readonly { readonly connectionId: string }[];
  /** Repeats the operation. If undefined, no "Try Again" button is shown. */
  readonly retry?: () => PromiseLike<T>;
}

/**
 * Shows why a command failed, with a button for the next step. Shows nothing if the command was canceled. Returns the
 * result of a retry, or undefined if the user does not retry.
 */
export async function showFault<T>(
  what: string,
  fault: unknown,
  { targets, retry }: FailedWork<T>,
): Promise<T | undefined> {
  if (isServiceError(fault, 'cancelled')) return undefined;
  const { headline, cause, next } = describeFault(fault, local);
  const message = sentences(what, asLabel(headline), asLabel(cause));
  const actions = next && (retry || !isTryAgain(next)) ? [next.title] : [];
  const chosen = await vscode.window.showErrorMessage(message, ...actions);
  if (!next || chosen !== next.title) return undefined;
  if (retry && isTryAgain(next)) return retry();
  const [connectionId, ...others] = new Set(targets.map((target) => target.connectionId));
  await runCommand(next.command, others.length === 0 ? { connectionId } : undefined);
  return undefined;
}

/**
 * Shows why an action that is not a command, such as a button in a panel, failed. Shows nothing if the action was
 * canceled.
 */
export function showFailure(error: unknown): void {
  if (isServiceError(error, 'cancelled')) return;
  void vscode.window.showErrorMessage(asLabel(describeFault(error, local).headline));
}

/** Reports that there are no connections, with a button for each command that adds one. */
export async function offerConnection(): Promise<void> {
  const [add, sample] = [t('Add Connection…'), t('Explore Sample Data')];
  const chosen = await vscode.window.showInformationMessage(t('There are no connections yet.'), add, sample);
  if (chosen) await runCommand(chosen === add ? 'partnerLogs.addConnection' : 'partnerLogs.useSampleData');
}
