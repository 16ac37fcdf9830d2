import * as vscode from 'vscode';
import { asLabel } from '../report/label.ts';
import { isServiceError } from '../service/errors.ts';
import { describeFault } from '../service/faults.ts';

/** Tells why a command failed, with the next step as a button; a cancelled one is not told. */
export async function showFault(what: string, fault: unknown): Promise<void> {
  if (isServiceError(fault, 'cancelled')) return;
  const { headline, cause, next } = describeFault(fault);
  const message = `${what} ${asLabel(headline)} ${asLabel(cause)}`;
  const chosen = await vscode.window.showErrorMessage(message, ...(next ? [next.title] : []));
  if (next && chosen === next.title) await vscode.commands.executeCommand(next.command);
}
