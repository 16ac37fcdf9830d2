import * as vscode from 'vscode';
import { describeFault } from '../service/faults.ts';
import { asLabel } from '../text/label.ts';

/** Tells of what a panel's button failed to do. */
export function showFailure(error: unknown): void {
  void vscode.window.showErrorMessage(asLabel(describeFault(error).headline));
}
