import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import { isFile } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { domainLabel } from '../connections/domainLabel.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import { type Ask, isNode } from '../targets/ask.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { setContext } from '../ui/ownCommands.ts';
import { registerRowCommand } from '../ui/rowCommands.ts';
import { showFault } from '../ui/showFault.ts';
import type { CountsFeature } from './countsFeature.ts';

interface CountsCommandOptions {
  readonly ask: Ask;
  readonly counts: CountsFeature;
  readonly watched: WatchedDomains;
  readonly nameOf: (domain: DomainRef) => string;
}

/** The command that opens counts. The status bar item's argument is `watched`. */
export function countsCommand(options: CountsCommandOptions): vscode.Disposable {
  const { ask, counts } = options;
  return registerRowCommand('partnerLogs.openCounts', async (argument) => {
    const domain = argument === 'watched' ? await pickWatched(options) : await ask.domain(argument);
    if (!domain) return;
    (await counts.panels()).open(domain);
    setContext('partnerLogs.counted');
  });
}

/** Returns the only watched domain, or prompts for one of them. */
async function pickWatched({ watched, nameOf }: CountsCommandOptions): Promise<DomainRef | undefined> {
  const [first, ...others] = watched.list();
  if (!first || others.length === 0) return first;
  const items = [first, ...others].map((domain) => ({
    label: asLabel(nameOf(domain)),
    description: String(domain.index),
    domain,
  }));
  const placeHolder = t('Select a domain to show its counts');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.domain;
}
/** The commands that change which domains' counts are shown in the status bar. */
export function watchCommands(
  ask: Ask,
  watched: WatchedDomains,
  connections: ConnectionStore,
): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.watchDomain', async (argument) => {
      const domain = await ask.domain(argument, (each) => !watched.has(each));
      if (!domain) return;
      const connection = connections.get(domain.connectionId);
      if (connection && isFile(connection)) {
        const fault = new ServiceError('not-in-file', 'A file of exported logs has no counts.');
        await showFault(t('Not shown in the status bar.'), fault, { targets: [] });
        return;
      }
      await watched.watch(domain);
      setContext('partnerLogs.counted');
    }),
    registerRowCommand('partnerLogs.unwatchDomain', async (argument) => {
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
