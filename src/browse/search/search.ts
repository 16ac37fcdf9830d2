/** The commands that find logs, and the prompt that searches the loaded ones at once, then the services. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type DomainRef, domainId, isDomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { LogNode } from '../../connections/nodes.ts';
import { queryText } from '../../formats/queryText.ts';
import { describeFault, isTryAgain } from '../../service/faults.ts';
import { rowMatcher } from '../../service/queries/filter.ts';
import { filterOn, isEmptyQuery } from '../../service/queries/logQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { rowTimes } from '../../text/zonedTime.ts';
import { registerCommand, registerRowCommand, runCommand } from '../../ui/ownCommands.ts';
import { shownInput } from '../../ui/prompts.ts';
import { editorSelection, terminalSelection } from '../../ui/selectedText.ts';
import { offerConnection, runOrShowFault } from '../../ui/showFault.ts';
import { parseTyped } from '../filter/typedQuery.ts';
import { actionIcon } from '../tree/treeItems.ts';
import { type Matches, MOST_LOGS, readMatches, type SearchScope } from './readMatches.ts';

/** Milliseconds without a keystroke before the services are queried: one domain, or up to fifty. */
const PAUSE = 200;
const PAUSE_ALL = 500;
/** Number of positions for logs in the prompt; a text finds at most `MOST_LOGS` loaded logs and as many others. */
const POSITIONS = 5 * MOST_LOGS;

/** What accepting a row does, after which the prompt is closed. */
type Action = () => unknown;
interface SearchItem extends vscode.QuickPickItem {
  readonly log?: LogTarget;
  readonly action?: Action;
  /** Accepting it repeats the search. */
  readonly isRetry?: true;
}
const NONE: SearchItem = { label: '', kind: vscode.QuickPickItemKind.Separator };

/** The services' response: not requested, pending, failed, or the matches. */
type Answer = undefined | 'searching' | { readonly fault: unknown } | Matches;

/**
 * Prompts for a text and searches logs for it, the loaded ones first.
 * @param text the initial text
 * @param notice a message to show above the results
 */
export async function showSearch(app: App, scope: SearchScope, text = '', notice?: string): Promise<void> {
  const action = await new SearchPick(app, scope, notice).show(text);
  await action?.();
}

class SearchPick {
  readonly #app: App;
  readonly #scope: SearchScope;
  /** The domain that is searched, if it is only one. */
  readonly #domain: DomainRef | undefined;
  readonly #notice: string | undefined;
  readonly #loaded: readonly LogNode[];
  readonly #pick = vscode.window.createQuickPick<SearchItem>();
  /** The positions of logs by `targetId`, least recently listed first. */
  readonly #positions = new Map<string, number>();
  #search = new AbortController();

  constructor(app: App, scope: SearchScope, notice: string | undefined) {
    this.#app = app;
    this.#scope = scope;
    this.#domain = isDomainRef(scope) ? scope : undefined;
    this.#notice = notice;
    this.#loaded = app.logNodes.loaded().filter((log) => this.#isInScope(log));
  }

  show(text: string): Promise<Action | undefined> {
    const pick = this.#pick;
    pick.value = text;
    pick.title = this.#title;
    pick.placeholder = t(
      'Type an address, path, or keyword. Add “today”, “yesterday”, a date, “blocked”, or “detected”',
    );
    pick.matchOnDescription = true;
    pick.keepScrollPosition = true;
    const all = { iconPath: new vscode.ThemeIcon('globe'), tooltip: t('Search all domains') };
    pick.buttons = this.#domain ? [all] : [];
    this.#change();
    const listen = (answer: (given: Action) => void) => {
      pick.onDidChangeValue(() => this.#change());
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item?.isRetry) this.#change();
        else if (item?.action) answer(item.action);
      });
      pick.onDidTriggerButton(() => answer(() => showSearch(this.#app, undefined, pick.value)));
    };
    return shownInput(pick, listen, () => this.#search.abort());
  }

  get #title(): string {
    const { ask, connections } = this.#app;
    if (this.#domain) return t('Search Detection Logs of {0}', asLabel(ask.labelOf(this.#domain)));
    const name =
      connections.list().length > 1 && this.#scope && connections.get(this.#scope.connectionId)?.name;
    return name
      ? t('Search Detection Logs of All Domains of {0}', asLabel(name))
      : t('Search Detection Logs of All Domains');
  }

  #change(): void {
    this.#search.abort();
    this.#search = new AbortController();
    const isEmpty = isEmptyQuery(parseTyped(this.#pick.value));
    this.#draw(isEmpty ? undefined : 'searching');
    if (!isEmpty) void this.#ask(this.#search.signal);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    let answer: Answer;
    try {
      await setTimeout(this.#domain ? PAUSE : PAUSE_ALL, undefined, { signal });
      answer = await readMatches(this.#app, this.#scope, parseTyped(this.#pick.value), signal);
    } catch (fault) {
      answer = { fault };
    }
    if (!signal.aborted) this.#draw(answer);
  }

  /** Lists the logs that match the typed text, and keeps the active log active. */
  #draw(answer: Answer): void {
    const pick = this.#pick;
    const loaded = this.#matching().slice(0, MOST_LOGS);
    const found = typeof answer === 'object' && 'logs' in answer ? answer.logs.slice(0, MOST_LOGS) : [];
    const logs = [...new Map([...loaded, ...found].map((log) => [targetId(log), log])).values()];
    const [active] = pick.activeItems;
    pick.busy = answer === 'searching';
    pick.items = [
      ...(this.#notice === undefined ? [] : [message('info', this.#notice)]),
      ...this.#logRows(logs),
      ...this.#answerRows(answer, logs.length),
    ];
    const still = pick.items.find(({ log }) => log && active?.log && targetId(log) === targetId(active.log));
    if (still) pick.activeItems = [still];
  }

  /**
   * Returns rows in which each log keeps its position as the text changes. The editor reports the position of the
   * accepted row, even if it does not show the latest rows yet. Unused positions are never shown.
   */
  #logRows(logs: readonly LogNode[]): SearchItem[] {
    const isKnown = (log: LogNode) => this.#positions.has(targetId(log));
    const rows = Array.from({ length: POSITIONS }, () => NONE);
    for (const log of [...logs.filter(isKnown), ...logs.filter((each) => !isKnown(each))]) {
      const id = targetId(log);
      const position = this.#positions.get(id) ?? this.#freePosition();
      this.#positions.delete(id);
      this.#positions.set(id, position);
      rows[position] = this.#logItem(log);
    }
    return rows;
  }

  /** Returns an unused position or, if there is none, that of the log that was listed least recently. */
  #freePosition(): number {
    const [oldest] = this.#positions;
    if (!oldest || this.#positions.size < POSITIONS) return this.#positions.size;
    const [id, position] = oldest;
    this.#positions.delete(id);
    return position;
  }

  #matching(): readonly LogNode[] {
    const { connections, today } = this.#app;
    const query = parseTyped(this.#pick.value);
    const matchers = new Map(
      connections.list().map(({ id }) => [id, rowMatcher(filterOn(today(id), query))]),
    );
    return this.#loaded.filter(({ connectionId, row }) => matchers.get(connectionId)?.(row));
  }

  #isInScope(log: LogTarget): boolean {
    if (this.#domain) return domainId(domainOf(log)) === domainId(this.#domain);
    return !this.#scope || log.connectionId === this.#scope.connectionId;
  }

  #logItem(log: LogNode): SearchItem {
    const { ask, timeStyle } = this.#app;
    const { row, parent } = log;
    const time = row.time && rowTimes(row.time, timeStyle(parent));
    const domain = this.#domain ? undefined : ask.labelOf(parent);
    const facts = [time, row.address, row.action, row.countryCode, domain, row.uri];
    const open = () => runCommand('partnerLogs.openDetectionLog', log);
    return {
      ...{ log, action: open, alwaysShow: true, iconPath: actionIcon(row.action) },
      label: asLabel(row.rule ?? t('Log {0}', String(row.idx))),
      description: asLabel(facts.filter(Boolean).join('  ')),
    };
  }

  /** Returns the rows below the logs, each kind of which has its own position. */
  #answerRows(answer: Answer, count: number): readonly SearchItem[] {
    if (answer === undefined) return [];
    if (answer === 'searching') return [message('sync~spin', t('Searching the service…'))];
    if ('fault' in answer) {
      const { headline, cause, next } = describeFault(answer.fault, local);
      const step: SearchItem =
        next && !isTryAgain(next)
          ? { label: `$(arrow-right) ${asLabel(next.title)}`, action: () => runCommand(next.command) }
          : { label: `$(refresh) ${t('Try Again')}`, isRetry: true };
      return [message('error', headline, cause), { ...step, alwaysShow: true }];
    }
    const none = count === 0 ? message('info', t('No detection logs match')) : NONE;
    return [none, NONE, this.#tableItem(count), ...answer.notices.map((text) => message('info', text))];
  }

  /** Returns the row that opens the matches in a table. The editor sorts rows by label, so the text is not in its label. */
  #tableItem(count: number): SearchItem {
    const [domain, query] = [this.#domain, parseTyped(this.#pick.value)];
    if (!domain || count === 0) return NONE;
    return {
      iconPath: new vscode.ThemeIcon('table'),
      label: t('Open Logs in Table'),
      description: asLabel(queryText(query, local)),
      alwaysShow: true,
      action: () => runCommand('partnerLogs.openTable', domain, query),
    };
  }
}

function message(icon: string, text: string, detail?: string): SearchItem {
  return {
    label: `$(${icon}) ${asLabel(text)}`,
    alwaysShow: true,
    ...(detail !== undefined && { detail: asLabel(detail) }),
  };
}

/** The commands that find logs by their content. */
export function searchCommands(app: App): vscode.Disposable[] {
  const { ask, connections } = app;

  async function searchLogs(argument: unknown): Promise<void> {
    if (connections.list().length === 0) return offerConnection();
    const domain = argument === undefined ? ask.current : await ask.domain(argument);
    if (domain || argument === undefined) await showSearch(app, domain);
  }

  /** Searches all domains for the address of a log's client. */
  async function showTrail(argument: unknown): Promise<void> {
    const log = await ask.log(argument);
    if (!log) return;
    await runOrShowFault(t('The log could not be read.'), [log], async () => {
      const row = log.row ?? app.logNodes.rowOf(log);
      const address = row ? row.address : app.clientOf(await app.logs.get(log));
      if (address) return showSearch(app, { connectionId: log.connectionId }, address);
      vscode.window.setStatusBarMessage(
        `$(info) ${t("The client's address is not known for this log")}`,
        5_000,
      );
    });
  }

  async function find(text: string): Promise<void> {
    if (connections.list().length === 0) return offerConnection();
    if (text.trim() === '') {
      vscode.window.setStatusBarMessage(`$(info) ${t('Select text first')}`, 5_000);
      return;
    }
    const log = await app.lookUp.find(text);
    if (log) await runCommand('partnerLogs.openDetectionLog', log);
  }

  return [
    registerCommand('partnerLogs.searchLogs', searchLogs),
    registerRowCommand('partnerLogs.showTrail', showTrail),
    registerCommand('partnerLogs.findSelection', () => find(app.panels.selectedText || editorSelection())),
    registerCommand('partnerLogs.findTerminalSelection', async () => find(await terminalSelection())),
  ];
}
