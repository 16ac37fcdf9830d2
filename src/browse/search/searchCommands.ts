import * as vscode from 'vscode';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { isLogTarget, type LogTarget } from '../../connections/logTarget.ts';
import type { LogQuery } from '../../service/queries/logQuery.ts';
import type { Ask } from '../../targets/ask.ts';
import type { DomainNode } from '../../targets/nodes.ts';
import { cutText } from '../../text/strings.ts';
import { offerConnection } from '../../ui/noConnection.ts';
import { registerCommand, runCommand, setContext } from '../../ui/ownCommands.ts';
import { selectedText, terminalSelection } from '../../ui/selectedText.ts';
import { applyFilter } from '../filter/filterCommands.ts';
import type { Browse } from '../registerBrowse.ts';
import type { SearchEnd } from './searchItems.ts';
import { pickLog, type SearchPickOptions } from './searchPick.ts';

export interface SearchCommandsOptions extends Browse, Omit<SearchPickOptions, 'onActive'> {
  readonly connections: ConnectionStore;
  readonly ask: Ask;
  readonly output: vscode.LogOutputChannel;
  /** The log in the focused panel or document. */
  readonly activeLog: () => LogTarget | undefined;
  /** Returns the selected text in the focused panel; empty if nothing is selected. */
  readonly panelSelection: () => string;
}

/** The commands that find logs by their content. */
export function searchCommands(options: SearchCommandsOptions): vscode.Disposable[] {
  /** The log whose row is focused during a search. */
  let active: LogTarget | undefined;

  const onActive = (log: LogTarget | undefined) => {
    active = log;
  };
  /**
   * Sets the context key that enables the search's keyboard shortcuts. In an editor without context keys, the search
   * works but the shortcuts don't.
   */
  const setSearching = async (isSearching: boolean) => {
    try {
      await vscode.commands.executeCommand('setContext', 'partnerLogs.searching', isSearching);
    } catch (error) {
      options.output.warn(`Keys of the search do not work in this editor (${error})`);
    }
  };

  async function search(argument: unknown, text = ''): Promise<void> {
    const { connections, ask } = options;
    if (connections.list().length === 0) return offerConnection();
    const domain = await ask.domain(argument);
    if (domain) await searchDomain(domain, text);
  }

  async function searchDomain({ connectionId, index, name }: DomainRef, text = ''): Promise<void> {
    await show({ kind: 'domain', connectionId, index, name, other: {} }, text);
  }

  async function show(domain: DomainNode | undefined, text = ''): Promise<void> {
    // Set the context key before a row is shown. Otherwise, the row's shortcut would run the editor's own command.
    await setSearching(true);
    const end = await pickLog({ ...options, onActive }, domain, text).finally(() => setSearching(false));
    if (end) await finish(end, domain);
  }

  async function finish(end: SearchEnd, domain: DomainNode | undefined): Promise<void> {
    if ('open' in end || 'show' in end) setContext('partnerLogs.found');
    if ('open' in end) await runCommand('partnerLogs.openDetectionLog', end.open);
    else if ('command' in end) await runCommand(end.command, domain);
    else if ('show' in end) await (domain && applyFilter(options, domain, end.show));
    else if ('showInTable' in end) await (domain && showInTable(options, domain, end.showInTable));
    else if (end.searchIn === 'all loaded') await show(undefined);
    else {
      const other = await options.ask.pickDomain();
      if (other) await searchDomain(other);
    }
  }

  return [
    registerCommand('partnerLogs.searchLogs', (argument) => search(argument)),
    registerCommand('partnerLogs.searchSelection', async (argument) => {
      const log = isLogTarget(argument) ? argument : options.activeLog();
      await search(log, firstLine(options.panelSelection() || (await selectedText())));
    }),
    registerCommand('partnerLogs.searchTerminalSelection', async () =>
      search(undefined, firstLine(await terminalSelection())),
    ),
    registerCommand(
      'partnerLogs.copyFoundRawData',
      () => active && runCommand('partnerLogs.copyRawData', active),
    ),
  ];
}

/** Maximum length, in UTF-16 units, of the text to search for. */
const LONGEST = 200;

/** Returns the first nonempty line of the text, truncated to the maximum length of a search. */
function firstLine(text: string): string {
  return cutText(text.trim().split(/[\r\n]/, 1)[0] ?? '', LONGEST).trim();
}

/** Shows the query's results in the domain's table. */
async function showInTable({ filters }: Browse, domain: DomainNode, query: LogQuery): Promise<void> {
  await filters.set(domain, query);
  await runCommand('partnerLogs.openTable', domain);
}
