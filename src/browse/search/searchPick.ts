/** The quick pick for searching detection logs. Loaded on first use. */

import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import { domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import type { Services } from '../../connections/services.ts';
import { notAppliedTexts } from '../../formats/queryText.ts';
import { checkLogs, rowMatcher } from '../../service/queries/filter.ts';
import { filterOn, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { TypeAhead } from '../../service/queries/typeAhead.ts';
import type { DomainNode, LogNode } from '../../targets/nodes.ts';
import { parseTyped } from '../../targets/typedQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { runCommand } from '../../ui/ownCommands.ts';
import { shownInput } from '../../ui/prompts.ts';
import type { Browse } from '../registerBrowse.ts';
import {
  elsewhereItems,
  foundItems,
  logItems,
  logOf,
  numberedItem,
  recentItem,
  type SearchAnswer,
  type SearchEnd,
  type SearchItem,
  type ShownOfLogs,
  separator,
} from './searchItems.ts';

export interface SearchPickOptions extends Pick<Browse, 'logNodes' | 'timeStyle'> {
  readonly recent: RecentLogs;
  readonly services: Pick<Services, 'of' | 'filterNames' | 'detectedType'>;
  /** Returns the current date in the time zone of a connection's service, `YYYY-MM-DD`. */
  readonly today: (connectionId: string) => string;
  /** Called with the log whose row is focused, or undefined if there is none. */
  readonly onActive: (log: LogTarget | undefined) => void;
}

/** Milliseconds without a keystroke before the service is queried. */
const PAUSE = 200;
/** Rows per request. */
const PER_PAGE = 50;
const MOST_RECENT = 5;

/**
 * Searches the logs of `domain`, or the loaded logs of all domains if it is undefined. Lists loaded logs immediately
 * and those from the service as they arrive. Returns undefined if canceled.
 * @param text the initial text
 */
export function pickLog(
  options: SearchPickOptions,
  domain: DomainNode | undefined,
  text = '',
): Promise<SearchEnd | undefined> {
  return new SearchPick(options, domain).show(text);
}

class SearchPick {
  readonly #options: SearchPickOptions;
  readonly #domain: DomainNode | undefined;
  readonly #loaded: readonly LogNode[];
  readonly #pick = vscode.window.createQuickPick<SearchItem>();
  readonly #remote: TypeAhead<LogQuery, SearchAnswer>;
  /** The search text when the rows were last listed. */
  #listed = '';

  constructor(options: SearchPickOptions, domain: DomainNode | undefined) {
    const { logNodes } = options;
    this.#options = options;
    this.#domain = domain;
    this.#loaded = domain ? logNodes.loadedOf(domain) : logNodes.loaded();
    this.#remote = new TypeAhead<LogQuery, SearchAnswer>({
      pause: (signal) => setTimeout(PAUSE, undefined, { signal }),
      ask: (query, signal) => this.#ask(query, signal),
      onAnswer: (answer) => this.#draw(answer),
      onFault: (fault) => this.#draw({ kind: 'failed', fault }),
    });
  }

  show(text: string): Promise<SearchEnd | undefined> {
    const pick = this.#pick;
    pick.value = text;
    pick.title = this.#domain
      ? t('Search Detection Logs of {0}', asLabel(domainLabel(this.#domain)))
      : t('Search All Loaded Detection Logs');
    pick.placeholder = t(
      'Type an address, path, or keyword. Add “today”, “yesterday”, a date, “blocked”, or “detected”',
    );
    pick.matchOnDescription = true;
    pick.keepScrollPosition = true;
    this.#change();
    const listen = (answer: (given: SearchEnd) => void) => {
      pick.onDidChangeValue(() => this.#change());
      pick.onDidChangeActive(([item]) => this.#options.onActive(item && logOf(item)));
      pick.onDidAccept(() => {
        if (pick.selectedItems[0]?.isRetry) return this.#change();
        const end = this.#chosen();
        if (end) answer(end);
      });
      pick.onDidTriggerItemButton(({ item }) => runCommand('partnerLogs.copyRawData', logOf(item)));
    };
    return shownInput(pick, listen, () => {
      this.#remote.cancel();
      this.#options.onActive(undefined);
    });
  }

  #chosen(): SearchEnd | undefined {
    const [item] = this.#pick.selectedItems;
    // The row for a typed number might be one keystroke behind the input.
    return item?.isNumber ? this.#numbered()[0]?.end : item?.end;
  }

  get #query(): LogQuery {
    return parseTyped(this.#pick.value);
  }

  #change(): void {
    this.#remote.cancel();
    if (isEmptyQuery(this.#query)) {
      this.#suggest();
    } else {
      this.#draw({ kind: 'searching' });
      this.#remote.ask(this.#query);
    }
  }

  #suggest(): void {
    const recent = this.#options.recent.list().filter((log) => this.#isInScope(log));
    this.#pick.busy = false;
    this.#list([
      ...(recent.length > 0
        ? [
            separator(t('recently opened')),
            ...recent.slice(0, MOST_RECENT).map((log) => this.#recentItem(log)),
          ]
        : []),
      ...(this.#loaded.length > 0 ? [separator(t('loaded')), ...logItems(this.#loaded, this.#shown)] : []),
      ...elsewhereItems(this.#domain !== undefined),
    ]);
  }

  /** Returns the item for a recent log. Its path is known only while its row is loaded. */
  #recentItem(log: RecentLog): SearchItem {
    const row = this.#options.logNodes.rowOf(log);
    return recentItem({ ...log, ...row }, this.#options.timeStyle(domainOf(log)));
  }

  get #shown(): ShownOfLogs {
    return { withDomain: !this.#domain, timeStyle: this.#options.timeStyle };
  }

  #draw(answer: SearchAnswer): void {
    const query = this.#query;
    const found = foundItems(this.#matching(query), answer, query, this.#shown);
    this.#pick.busy = answer.kind === 'searching';
    this.#list([...this.#numbered(), ...found]);
  }

  /** Replaces the rows. If the search text has not changed, the active log stays active. */
  #list(items: SearchItem[]): void {
    const isSame = this.#pick.value === this.#listed;
    this.#listed = this.#pick.value;
    const [active] = isSame ? this.#pick.activeItems.flatMap((item) => logOf(item) ?? []) : [];
    this.#pick.items = items;
    const isActive = (log: LogTarget | undefined) => log && active && targetId(log) === targetId(active);
    const still = items.find((item) => isActive(logOf(item)));
    if (still) this.#pick.activeItems = [still];
  }

  #matching(query: LogQuery): readonly LogNode[] {
    const matchers = new Map<string, ReturnType<typeof rowMatcher>>();
    return this.#loaded.filter(({ connectionId, row }) => {
      const matches = matchers.get(connectionId) ?? rowMatcher(this.#filter(connectionId, query));
      matchers.set(connectionId, matches);
      return matches(row);
    });
  }

  #filter(connectionId: string, query: LogQuery) {
    return filterOn(this.#options.today(connectionId), query);
  }

  /** Returns the item for a typed number, which might be the number of a log. */
  #numbered(): SearchItem[] {
    const text = this.#pick.value.trim();
    const idx = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!this.#domain || !Number.isSafeInteger(idx)) return [];
    const { connectionId, index } = this.#domain;
    const detectedType = this.#options.services.detectedType(connectionId);
    return [numberedItem({ connectionId, key: { domain: index, idx, detectedType } })];
  }

  #isInScope(log: LogTarget): boolean {
    return !this.#domain || domainId(domainOf(log)) === domainId(this.#domain);
  }

  async #ask(query: LogQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const { services, logNodes } = this.#options;
    const domain = this.#domain;
    if (!domain) return { kind: 'not asked', reason: t('The service searches one domain at a time.') };
    const { connectionId } = domain;
    const service = await services.of(connectionId);
    const names = services.filterNames(connectionId);
    const filter = this.#filter(connectionId, query);
    const { unasked } = checkLogs([], filter, names);
    if (unasked.length === Object.keys(filter).length) {
      const [reason = ''] = notAppliedTexts({ ignored: [], unasked, doubtful: [] }, local);
      return { kind: 'not asked', reason };
    }
    const request = { page: 1, perPage: PER_PAGE };
    const page = await service.logs(domain.index, request, filter, { signal });
    const { logs, ignored } = checkLogs(page.items, filter, names);
    const { doubtful = [] } = page;
    const isWhole = [ignored, unasked, doubtful].every(({ length }) => length === 0);
    return {
      kind: 'found',
      logs: logs.map((log) => logNodes.node(domain, log)),
      total: isWhole ? page.total : undefined,
      ignored,
      doubtful,
      unreadable: page.unreadable?.length ?? 0,
    };
  }
}
