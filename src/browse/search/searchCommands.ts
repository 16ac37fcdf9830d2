import * as vscode from 'vscode';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { isLogTarget, type LogTarget } from '../../connections/logTarget.ts';
import type { Ask } from '../../targets/ask.ts';
import { askLog } from '../../targets/askLog.ts';
import type { ListNode } from '../../targets/nodes.ts';
import { t } from '../../text/l10n.ts';
import { cutText } from '../../text/strings.ts';
import { offerConnection } from '../../ui/noConnection.ts';
import { registerCommand, runCommand, setContext } from '../../ui/ownCommands.ts';
import { registerRowCommand } from '../../ui/rowCommands.ts';
import { selectedText, terminalSelection } from '../../ui/selectedText.ts';
import { showFault } from '../../ui/showFault.ts';
import { applyFilter } from '../filter/filterCommands.ts';
import type { Browse } from '../registerBrowse.ts';
import type { SearchEnd } from './searchItems.ts';
import { pickLog } from './searchPick.ts';

export interface SearchCommandsOptions extends Browse {
  readonly connections: ConnectionStore;
  readonly ask: Ask;
  readonly output: vscode.LogOutputChannel;
  /** Returns the client's address from a log whose row is not loaded, if the log contains it. */
  readonly clientOf: (log: LogTarget) => Promise<string | undefined>;
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

  /** Searches all domains of a log's connection for its address. */
  async function searchAddress(argument: unknown): Promise<void> {
    const log = await askLog(argument, options);
    if (!log) return;
    const search = async (): Promise<void> => {
      try {
        const row = log.row ?? options.logNodes.rowOf(log);
        const address = row ? row.address : await options.clientOf(log);
        const connection = options.connections.get(log.connectionId);
        if (address && connection) return await show({ kind: 'connection', connection }, firstLine(address));
        vscode.window.setStatusBarMessage(`$(info) ${t('The address of this log is not known')}`, 5_000);
      } catch (fault) {
        await showFault(t('The log could not be read.'), fault, { targets: [log], retry: search });
      }
    };
    await search();
  }

  async function show(scope: ListNode | undefined, text = ''): Promise<void> {
    // Set the context key before a row is shown. Otherwise, the row's shortcut would run the editor's own command.
    await setSearching(true);
    const end = await pickLog({ ...options, onActive }, scope, text).finally(() => setSearching(false));
    if (end) await finish(end, scope);
  }

  async function finish(end: SearchEnd, scope: ListNode | undefined): Promise<void> {
    const domain = scope?.kind === 'domain' ? scope : undefined;
    if ('open' in end || 'show' in end) setContext('partnerLogs.found');
    if ('open' in end) await runCommand('partnerLogs.openDetectionLog', end.open);
    else if ('command' in end) await runCommand(end.command, scope);
    else if ('show' in end)
      await (domain &&
        applyFilter(options, domain, end.show, options.tableFocus.current && options.tableFocus.of(domain)));
    else if ('showInTable' in end)
      await (domain && runCommand('partnerLogs.openTable', domain, end.showInTable));
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
    registerRowCommand('partnerLogs.searchAddress', searchAddress),
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
