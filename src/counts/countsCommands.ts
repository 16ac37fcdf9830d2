import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import { isFile } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { domainLabel } from '../connections/domainLabel.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import { type Ask, isNode } from '../targets/ask.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { setContext } from '../ui/ownCommands.ts';
import { registerRowCommand } from '../ui/rowCommands.ts';
import { showFault } from '../ui/showFault.ts';
import type { CountsSubject } from './countsPanel.ts';
import type { CountsPanels } from './countsPanels.ts';

export interface CountsCommandsOptions {
  readonly watched: WatchedDomains;
  readonly ask: Ask;
  readonly nameOf: (domain: DomainRef) => string;
  /** Loads the panels on first use. */
  readonly panels: () => Promise<CountsPanels>;
}

/** The status bar item's argument for the watched domains. */
const WATCHED = 'watched';

/** The commands that open counts. */
export function countsCommands(options: CountsCommandsOptions): vscode.Disposable[] {
  const { watched, panels } = options;
  let latest: DomainRef | undefined;
  const open = async (argument: unknown) => {
    const subject =
      argument === WATCHED ? watchedSubject(watched.list()) : await askSubject(options, argument, latest);
    if (!subject) return;
    if (subject.kind === 'domain') latest = subject.domain;
    (await panels()).open(subject);
    setContext('partnerLogs.counted');
  };
  return [registerRowCommand('partnerLogs.openCounts', open)];
}

/** Returns the only watched domain, or all of them. */
function watchedSubject([first, ...others]: readonly DomainRef[]): CountsSubject {
  return first && others.length === 0 ? domainSubject(first) : { kind: 'watched' };
}

async function askSubject(
  options: CountsCommandsOptions,
  argument: unknown,
  latest: DomainRef | undefined,
): Promise<CountsSubject | undefined> {
  const { ask, watched } = options;
  const given = argument ?? ask.current;
  if (given !== undefined || watched.list().length === 0) {
    const domain = await ask.domain(given);
    return domain && domainSubject(domain);
  }
  const picked = await pickWatched(options, latest);
  if (picked !== 'another') return picked;
  const other = await ask.pickDomain();
  return other && domainSubject(other);
}

type CountsItem = vscode.QuickPickItem & { readonly subject?: CountsSubject | 'another' };

/** Prompts for a watched domain (the most recently opened one first), all watched domains, or another domain. */
async function pickWatched(
  { watched, nameOf }: CountsCommandsOptions,
  latest: DomainRef | undefined,
): Promise<CountsSubject | 'another' | undefined> {
  const isLatest = (domain: DomainRef) => latest !== undefined && domainId(domain) === domainId(latest);
  const domains = watched.list().toSorted((one, other) => Number(isLatest(other)) - Number(isLatest(one)));
  const items: CountsItem[] = [
    ...domains.map((domain) => ({
      label: asLabel(nameOf(domain)),
      description: String(domain.index),
      subject: domainSubject(domain),
    })),
    {
      iconPath: new vscode.ThemeIcon('graph'),
      label: t('All Watched Domains'),
      subject: { kind: 'watched' },
    },
    { iconPath: new vscode.ThemeIcon('list-selection'), label: t('Another Domain…'), subject: 'another' },
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: t('Select a domain to show its counts') }))
    ?.subject;
}

function domainSubject({ connectionId, index, name }: DomainRef): CountsSubject {
  return { kind: 'domain', domain: { connectionId, index, name }, span: 'last30' };
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
