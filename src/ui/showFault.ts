import * as vscode from 'vscode';
import { isServiceError } from '../base/errors.ts';
import { describeFault, isTryAgain } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { runCommand } from './ownCommands.ts';

/**
 * Shows why an operation failed, with a button for the next step. Shows nothing if it was canceled. Returns the result
 * of a retry, or undefined if the user does not retry.
 * @param what a sentence that names the operation, unless it is obvious, as for a button in a panel
 * @param targets the operation's targets. If they all belong to one connection, the next step uses that connection
 * @param retry repeats the operation. If undefined, no "Try Again" button is shown
 */
export async function showFault<T>(
  fault: unknown,
  what = '',
  targets: readonly { readonly connectionId: string }[] = [],
  retry?: () => PromiseLike<T | undefined>,
): Promise<T | undefined> {
  if (isServiceError(fault, 'cancelled')) return undefined;
  const { headline, cause, next } = describeFault(fault, local);
  const message = sentences(...[what, asLabel(headline), asLabel(cause)].filter(Boolean));
  const actions = next && (retry || !isTryAgain(next)) ? [next.title] : [];
  const chosen = await vscode.window.showErrorMessage(message, ...actions);
  if (!next || chosen !== next.title) return undefined;
  if (retry && isTryAgain(next)) return retry();
  const [connectionId, ...others] = new Set(targets.map((target) => target.connectionId));
  await runCommand(next.command, others.length === 0 ? { connectionId } : undefined);
  return undefined;
}

/** Runs work and returns its result. If it fails, shows why, and runs it again if the user chooses to. */
export function runOrShowFault<T>(
  what: string,
  targets: readonly { readonly connectionId: string }[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  return work().catch((fault) => showFault(fault, what, targets, () => runOrShowFault(what, targets, work)));
}

/** Reports that there are no connections that fit, with a button for each command that adds one. */
export async function offerConnection(text = t('There are no connections yet.')): Promise<void> {
  const [add, sample] = [t('Add Connection…'), t('Explore Sample Data')];
  const chosen = await vscode.window.showInformationMessage(text, add, sample);
  if (chosen) await runCommand(chosen === add ? 'partnerLogs.addConnection' : 'partnerLogs.useSampleData');
}
