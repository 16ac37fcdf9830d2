import * as vscode from 'vscode';
import type { Logs } from '../documents/logs.ts';
import type { DetectionPanels } from '../views/detectionPanels.ts';
import { showFault } from './faultMessage.ts';
import { logTarget } from './logCommands.ts';
import type { LookUp } from './lookUp.ts';

export interface CopyCommandsOptions {
  readonly logs: Logs;
  readonly panels: DetectionPanels;
  readonly lookUp: LookUp;
}

/** A log to the clipboard. */
export function copyCommands(options: CopyCommandsOptions): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('partnerLogs.copyRawData', (argument) => copyRawData(options, argument)),
  ];
}

/** The raw data character for character; nothing is redacted, which the message says. */
async function copyRawData({ logs, panels, lookUp }: CopyCommandsOptions, argument: unknown): Promise<void> {
  const target = await logTarget(argument, panels, lookUp);
  if (!target) return;
  try {
    const { rawData } = await logs.get(target);
    await vscode.env.clipboard.writeText(rawData);
    vscode.window.setStatusBarMessage(`$(check) Raw data copied, nothing redacted (${size(rawData)})`, 5_000);
  } catch (fault) {
    await showFault('The raw data was not copied.', fault);
  }
}

function size(text: string): string {
  return `${text.length.toLocaleString('en')} characters`;
}
