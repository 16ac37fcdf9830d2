import * as vscode from 'vscode';
import { asLabel } from '../report/label.ts';
import { describeFault } from '../service/faults.ts';

/** Tells of what a panel's button failed to do. */
export function showFailure(error: unknown): void {
  void vscode.window.showErrorMessage(asLabel(describeFault(error).headline));
}
