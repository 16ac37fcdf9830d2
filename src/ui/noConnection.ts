import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { t } from '../text/l10n.ts';
import { runCommand } from './ownCommands.ts';

type SourceItem = vscode.QuickPickItem & { readonly command: CommandId };

const items = (): SourceItem[] => [
  {
    iconPath: new vscode.ThemeIcon('add'),
    label: t('Add Connection…'),
    detail: t('With the base URL of your Partner Log Service and an API key'),
    command: 'partnerLogs.addConnection',
  },
  {
    iconPath: new vscode.ThemeIcon('beaker'),
    label: t('Explore Sample Data'),
    detail: t('Sample logs from a service that runs inside the editor'),
    command: 'partnerLogs.useSampleData',
  },
];

/** Reports that there are no connections, and runs the command that the user selects for adding one. */
export async function offerConnection(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(items(), {
    title: t('There are no connections yet'),
    placeHolder: t('Select where the logs come from'),
  });
  if (chosen) await runCommand(chosen.command);
}
