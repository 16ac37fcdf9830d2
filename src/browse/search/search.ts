/** The prompt that searches detection logs: the loaded ones at once, then the services. */
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { CommandId } from '../../commandIds.ts';
import { type DomainRef, domainId, isDomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { LogNode } from '../../connections/nodes.ts';
import { queryText } from '../../formats/queryText.ts';
import { describeFault, isTryAgain } from '../../service/faults.ts';
import { rowMatcher } from '../../service/queries/filter.ts';
import { filterOn, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { TypeAhead } from '../../service/queries/typeAhead.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { rowTimes } from '../../text/zonedTime.ts';
import { runCommand, setContext } from '../../ui/ownCommands.ts';
import { group, shownInput } from '../../ui/prompts.ts';
import { showFiltered } from '../filter/filterCommands.ts';
import { parseTyped } from '../filter/typedQuery.ts';
import { actionIcon } from '../tree/treeItems.ts';
import { type Matches, MOST_LOGS, readMatches, type SearchScope } from './readMatches.ts';

/** Milliseconds without a keystroke before the services are queried: one, or up to fifty. */
const PAUSE = 200;
const PAUSE_ALL = 500;

/** What selecting an item does, after which the prompt is closed. */
type Action = () => unknown;
interface SearchItem extends vscode.QuickPickItem {
  readonly log?: LogTarget;
  readonly action?: Action;
  /** Selecting it repeats the search. */
  readonly isRetry?: true;
}

/** The service's response: pending, failed, or the matches. */
type Answer = 'searching' | { readonly fault: unknown } | Matches;

export class Search {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * Searches logs, the loaded ones first.
   * @param text the initial text
   * @param notice a message to show above the results
   */
  async show(scope: SearchScope, text = '', notice?: string): Promise<void> {
    const action = await new SearchPick(this.#app, scope, notice).show(text);
    await action?.();
  }
}

class SearchPick {
  readonly #app: App;
  readonly #scope: SearchScope;
  /** The domain that is searched, if it is only one. */
  readonly #domain: DomainRef | undefined;
  readonly #notice: string | undefined;
  readonly #loaded: readonly LogNode[];
  readonly #pick = vscode.window.createQuickPick<SearchItem>();
  readonly #remote: TypeAhead<LogQuery, Matches>;

  constructor(app: App, scope: SearchScope, notice: string | undefined) {
    this.#app = app;
    this.#scope = scope;
    this.#domain = isDomainRef(scope) ? scope : undefined;
    this.#notice = notice;
    this.#loaded = app.logNodes.loaded().filter((log) => this.#isInScope(log));
    this.#remote = new TypeAhead<LogQuery, Matches>({
      pause: (signal) => setTimeout(this.#domain ? PAUSE : PAUSE_ALL, undefined, { signal }),
      ask: (query, signal) => readMatches(app, scope, query, signal),
      onAnswer: (answer) => this.#draw(answer),
      onFault: (fault) => this.#draw({ fault }),
    });
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
      pick.onDidTriggerButton(() => answer(() => this.#app.search.show(undefined, pick.value)));
      pick.onDidTriggerItemButton(({ item }) => runCommand('partnerLogs.copyRawData', item.log));
    };
    return shownInput(pick, listen, () => this.#remote.cancel());
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

  get #query(): LogQuery {
    return parseTyped(this.#pick.value);
  }

  #change(): void {
    this.#remote.cancel();
    const query = this.#query;
    if (isEmptyQuery(query)) this.#suggest();
    else {
      this.#draw('searching');
      this.#remote.ask(query);
    }
  }

  #suggest(): void {
    this.#pick.busy = false;
    this.#pick.items = [
      ...this.#noticeItems(),
      ...group(t('loaded'), this.#logItems(this.#loaded)),
      ...group(t('elsewhere'), [this.#anotherDomain()]),
    ];
  }

  #anotherDomain(): SearchItem {
    const { ask, search } = this.#app;
    const action = async () => {
      const domain = await ask.pickDomain();
      if (domain) await search.show(domain, this.#pick.value);
    };
    return { iconPath: new vscode.ThemeIcon('globe'), label: t('Search another domain…'), action };
  }

  #draw(answer: Answer): void {
    const query = this.#query;
    const loaded = this.#matching(query);
    const known = new Set(loaded.map(targetId));
    const found = typeof answer === 'object' && 'logs' in answer ? answer : undefined;
    const remote = found?.logs.filter((log) => !known.has(targetId(log))) ?? [];
    const logs = [...this.#logItems(loaded), ...this.#logItems(remote)];
    const none = found && logs.length === 0 ? [notice('info', t('No detection logs match'))] : [];
    this.#list(answer === 'searching', [
      ...this.#noticeItems(),
      ...logs,
      ...none,
      ...answerItems(answer),
      ...(found && this.#domain ? this.#showItems(this.#domain, query, found) : []),
    ]);
  }

  /** Replaces the items and keeps the active log active. */
  #list(isBusy: boolean, items: SearchItem[]): void {
    const pick = this.#pick;
    const [active] = pick.activeItems.flatMap(({ log }) => log ?? []);
    pick.busy = isBusy;
    pick.items = items;
    const still = items.find(({ log }) => log && active && targetId(log) === targetId(active));
    if (still) pick.activeItems = [still];
  }

  #noticeItems(): SearchItem[] {
    return this.#notice === undefined ? [] : [notice('info', this.#notice)];
  }

  #matching(query: LogQuery): readonly LogNode[] {
    const matchers = new Map<string, ReturnType<typeof rowMatcher>>();
    return this.#loaded.filter(({ connectionId, row }) => {
      const matches =
        matchers.get(connectionId) ?? rowMatcher(filterOn(this.#app.today(connectionId), query));
      matchers.set(connectionId, matches);
      return matches(row);
    });
  }

  #isInScope(log: LogTarget): boolean {
    if (this.#domain) return domainId(domainOf(log)) === domainId(this.#domain);
    return !this.#scope || log.connectionId === this.#scope.connectionId;
  }

  #logItems(logs: readonly LogNode[]): SearchItem[] {
    const { ask, timeStyle } = this.#app;
    return logs.slice(0, MOST_LOGS).map((log) => {
      const { row, parent } = log;
      const time = row.time && rowTimes(row.time, timeStyle(parent));
      const domain = this.#domain ? undefined : ask.labelOf(parent);
      const facts = [time, row.address, row.action, row.countryCode, domain, row.uri]
        .filter(Boolean)
        .join('  ');
      const open = () => {
        setContext('partnerLogs.found');
        return runCommand('partnerLogs.openDetectionLog', log);
      };
      return {
        ...{ log, action: open, alwaysShow: true, iconPath: actionIcon(row.action) },
        label: asLabel(row.rule ?? t('Log {0}', String(row.idx))),
        description: asLabel(facts),
        buttons: [{ iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy Raw Data') }],
      };
    });
  }

  /**
   * Returns the items that show the search results in the domain's list. Their labels do not contain the typed text,
   * because the editor sorts by label.
   */
  #showItems(domain: DomainRef, query: LogQuery, { total = 1 }: Matches): SearchItem[] {
    const inList = total === 1 ? t('Show this in the list') : t('Show all {0} in the list', total);
    const inTable = total === 1 ? t('Show this in a table') : t('Show all {0} in a table', total);
    const shown = { description: asLabel(queryText(query, local)), alwaysShow: true };
    const { tableFocus } = this.#app;
    return [
      {
        iconPath: new vscode.ThemeIcon('list-filter'),
        ...{
          label: inList,
          ...shown,
          action: () => showFiltered(this.#app, domain, query, tableFocus.current && tableFocus.of(domain)),
        },
      },
      {
        iconPath: new vscode.ThemeIcon('table'),
        ...{ label: inTable, ...shown, action: () => runCommand('partnerLogs.openTable', domain, query) },
      },
    ];
  }
}

function answerItems(answer: Answer): SearchItem[] {
  if (answer === 'searching') return [notice('sync~spin', t('Searching the service…'))];
  if ('logs' in answer) return answer.notices.map((text) => notice('info', text));
  const { headline, cause, next } = describeFault(answer.fault, local);
  const retry: SearchItem = { label: `$(refresh) ${t('Try Again')}`, alwaysShow: true, isRetry: true };
  const command = (id: CommandId, title: string): SearchItem => ({
    ...{ label: `$(arrow-right) ${asLabel(title)}`, alwaysShow: true },
    action: () => runCommand(id),
  });
  return [
    notice('error', headline, cause),
    next && !isTryAgain(next) ? command(next.command, next.title) : retry,
  ];
}

function notice(icon: string, text: string, detail?: string): SearchItem {
  return {
    label: `$(${icon}) ${asLabel(text)}`,
    alwaysShow: true,
    ...(detail !== undefined && { detail: asLabel(detail) }),
  };
}
