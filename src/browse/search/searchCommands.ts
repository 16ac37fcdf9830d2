import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { t } from '../../text/l10n.ts';
import { registerCommand, registerRowCommand, runCommand } from '../../ui/ownCommands.ts';
import { selectedText, terminalSelection } from '../../ui/selectedText.ts';
import { offerConnection, showFault } from '../../ui/showFault.ts';

/** The commands that find logs by their content. */
export function searchCommands(app: App): vscode.Disposable[] {
  const { ask, connections, search } = app;

  async function searchLogs(argument: unknown): Promise<void> {
    if (connections.list().length === 0) return offerConnection();
    const domain = argument === undefined ? ask.current : await ask.domain(argument);
    if (domain || argument === undefined) await search.show(domain);
  }

  /** Searches all domains for the address of a log's client. */
  async function showTrail(argument: unknown): Promise<void> {
    const log = await ask.log(argument);
    if (!log) return;
    const show = async (): Promise<void> => {
      try {
        const row = log.row ?? app.logNodes.rowOf(log);
        const address = row ? row.address : app.clientOf(await app.logs.get(log));
        if (address) return await search.show({ connectionId: log.connectionId }, address);
        vscode.window.setStatusBarMessage(`$(info) ${t('The address of this log is not known')}`, 5_000);
      } catch (fault) {
        await showFault(t('The log could not be read.'), fault, { targets: [log], retry: show });
      }
    };
    await show();
  }

  async function find(text: string): Promise<void> {
    if (connections.list().length === 0) return offerConnection();
    if (text.trim() === '') {
      vscode.window.setStatusBarMessage(`$(info) ${t('Select a text first')}`, 5_000);
      return;
    }
    const log = await app.lookUp.find(text);
    if (log) await runCommand('partnerLogs.openDetectionLog', log);
  }

  return [
    registerCommand('partnerLogs.searchLogs', searchLogs),
    registerRowCommand('partnerLogs.showTrail', showTrail),
    registerCommand('partnerLogs.findSelection', async () =>
      find(app.panels.selectedText || (await selectedText())),
    ),
    registerCommand('partnerLogs.findTerminalSelection', async () => find(await terminalSelection())),
  ];
}
