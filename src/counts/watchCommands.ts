import * as vscode from 'vscode';
import { domainLabel } from '../connections/domainLabel.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import { type Ask, isNode } from '../targets/ask.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { tellContext } from '../ui/contextKeys.ts';
import { registerCommand } from '../ui/ownCommands.ts';

/** The commands that change which domains the status bar counts. */
export function watchCommands(ask: Ask, watched: WatchedDomains): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.watchDomain', async (argument) => {
      const domain = await ask.domain(argument);
      if (!domain) return;
      await watched.watch(domain);
      tellContext('partnerLogs.counted');
    }),
    registerCommand('partnerLogs.unwatchDomain', async (argument) => {
      const domain = isNode(argument) && argument.kind === 'domain' ? argument : await askWatched(watched);
      if (domain) await watched.unwatch(domain);
    }),
  ];
}

async function askWatched(watched: WatchedDomains): Promise<DomainRef | undefined> {
  const items = watched.list().map((domain) => ({
    label: asLabel(domainLabel(domain)),
    description: String(domain.index),
    domain,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: items.length > 0 ? t('Select a domain') : t('No domain is shown in the status bar'),
  });
  return picked?.domain;
}
