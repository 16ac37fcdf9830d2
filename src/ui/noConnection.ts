import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { runCommand } from './ownCommands.ts';

type SourceItem = vscode.QuickPickItem & { readonly command: CommandId };

const ITEMS: readonly SourceItem[] = [
  {
    label: '$(add) Add Connection…',
    detail: 'With the base URL of your Partner Log Service and an API key',
    command: 'partnerLogs.addConnection',
  },
  {
    label: '$(beaker) Explore Sample Data',
    detail: 'Made-up logs, from a service that runs inside the editor',
    command: 'partnerLogs.useSampleData',
  },
];

/** Says that there is no connection, and runs the command that the user chooses to add one. */
export async function offerConnection(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(ITEMS, {
    title: 'There is no connection yet',
    placeHolder: 'Select where the logs come from',
  });
  if (chosen) await runCommand(chosen.command);
}
