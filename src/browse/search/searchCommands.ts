import * as vscode from 'vscode';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import { type Ask, isNode } from '../../targets/ask.ts';
import type { DomainNode } from '../../targets/nodes.ts';
import { tellContext } from '../../ui/contextKeys.ts';
import { offerConnection } from '../../ui/noConnection.ts';
import { registerCommand, runCommand } from '../../ui/ownCommands.ts';
import type { BrowseParts } from '../browseParts.ts';
import { applyFilter } from '../filter/filterCommands.ts';
import type { SearchEnd } from './searchItems.ts';
import type { SearchPickOptions } from './searchPick.ts';
import { pickLog } from './searchPick.ts';

export interface SearchCommandsOptions
  extends Omit<SearchPickOptions, 'onActive'>,
    Pick<BrowseParts, 'connections' | 'filters' | 'lists' | 'domains' | 'tree'> {
  readonly ask: Ask;
  readonly output: vscode.LogOutputChannel;
}

/** Finding a log by what is in it. */
export function searchCommands(options: SearchCommandsOptions): vscode.Disposable[] {
  /** The domain that was searched last in this window. */
  let last: DomainRef | undefined;
  /** The log whose row has the focus, while searching. */
  let active: LogTarget | undefined;

  const onActive = (log: LogTarget | undefined) => {
    active = log;
  };
  /** Without it the search works and its keys do not: an editor may have no contexts. */
  const setSearching = async (isSearching: boolean) => {
    try {
      await vscode.commands.executeCommand('setContext', 'partnerLogs.searching', isSearching);
    } catch (error) {
      options.output.warn(`Keys of the search do not work in this editor (${error})`);
    }
  };

  async function search(argument: unknown): Promise<void> {
    const { connections, ask } = options;
    if (connections.list().length === 0) return offerConnection();
    const known = last && connections.get(last.connectionId) ? last : (ask.selected ?? latest(options));
    const domain = isNode(argument) || !known ? await ask.domain(argument) : known;
    if (domain) await searchDomain(domain);
  }

  async function searchDomain(domain: DomainRef): Promise<void> {
    last = domain;
    const { connectionId, index, name } = domain;
    await show({ kind: 'domain', connectionId, index, name, other: {} });
  }

  async function show(domain: DomainNode | undefined): Promise<void> {
    // Before a row shows: its key would else run what the editor has on it.
    await setSearching(true);
    const end = await pickLog({ ...options, onActive }, domain).finally(() => setSearching(false));
    if (end) await finish(end, domain);
  }

  async function finish(end: SearchEnd, domain: DomainNode | undefined): Promise<void> {
    if ('open' in end || 'show' in end) tellContext('partnerLogs.found');
    if ('open' in end) await runCommand('partnerLogs.openDetectionLog', end.open);
    else if ('command' in end) await runCommand(end.command, domain);
    else if ('show' in end) await (domain && applyFilter(options, domain, end.show));
    else if (end.searchIn === 'all loaded') await show(undefined);
    else {
      const other = await options.ask.domain(undefined);
      if (other) await searchDomain(other);
    }
  }

  return [
    registerCommand('partnerLogs.searchLogs', search),
    registerCommand(
      'partnerLogs.copyFoundRawData',
      () => active && runCommand('partnerLogs.copyRawData', active),
    ),
  ];
}

/** The domain of the log that was opened last. */
function latest({ recent, connections }: SearchCommandsOptions): DomainRef | undefined {
  const log = recent.list().find(({ pinned }) => !pinned);
  if (!log || !connections.get(log.connectionId)) return undefined;
  return { ...domainOf(log), name: log.domainName };
}
