import * as vscode from 'vscode';
import { headerLinks } from '../connections/headerLinksSetting.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { linkOf } from '../formats/headerLinks.ts';
import { type AskLogOptions, askLog } from '../targets/askLog.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { openPage } from '../ui/openPage.ts';
import { registerCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import type { Logs } from './logs.ts';

export interface OpenHeaderLinkOptions extends AskLogOptions {
  readonly logs: Logs;
}

/** Registers the command that opens, in the browser, the link that `partnerLogs.headerLinks` specifies for a header. */
export function openHeaderLinkCommand(options: OpenHeaderLinkOptions): vscode.Disposable {
  return registerCommand('partnerLogs.openHeaderLink', async (argument) => {
    const target = await askLog(argument, options);
    if (target) await openLink(options.logs, target);
  });
}

async function openLink(logs: Logs, target: LogTarget): Promise<void> {
  try {
    const { request, response } = await logs.get(target);
    const links = headerLinks();
    const items = [...request.headers, ...response.headers].flatMap(([name, value]) => {
      const url = linkOf(links, name, value);
      return url === undefined ? [] : [{ label: asLabel(name), description: asLabel(value), url }];
    });
    if (items.length === 0) {
      void vscode.window.showInformationMessage(t('The log has no header with a link.'));
      return;
    }
    const chosen =
      items.length === 1
        ? items[0]
        : await vscode.window.showQuickPick(items, { placeHolder: t('Select a header to open its link') });
    if (chosen) await openPage(chosen.url);
  } catch (fault) {
    await showFault(t('The link could not be opened.'), fault, {
      targets: [target],
      retry: () => openLink(logs, target),
    });
  }
}
