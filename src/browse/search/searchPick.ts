/** The quick pick for searching detection logs. Loaded on first use. */

import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { IN_BACKGROUND, Limiter } from '../../base/limiter.ts';
import type { DomainDirectory } from '../../connections/domainDirectory.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import { domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import type { Services } from '../../connections/services.ts';
import { notAppliedTexts } from '../../formats/queryText.ts';
import type { RequestOptions } from '../../service/api.ts';
import type { LogFilter } from '../../service/model.ts';
import { checkLogs, rowMatcher } from '../../service/queries/filter.ts';
import { filterOn, isEmptyQuery, type LogQuery } from '../../service/queries/logQuery.ts';
import { TypeAhead } from '../../service/queries/typeAhead.ts';
import type { DomainNode, ListNode, LogNode } from '../../targets/nodes.ts';
import { parseTyped } from '../../targets/typedQuery.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { runCommand } from '../../ui/ownCommands.ts';
import { shownInput } from '../../ui/prompts.ts';
import type { Browse } from '../registerBrowse.ts';
import {
  elsewhereItems,
  foundItems,
  logItems,
  logOf,
  MOST,
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
  readonly directory: Pick<DomainDirectory, 'read'>;
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
/** Maximum number of domains to search in a connection. */
export const MOST_DOMAINS = 50;

/**
 * Searches the logs of a domain or of a connection's domains, or the loaded logs of all domains if `scope` is
 * undefined. Lists loaded logs immediately and those from the service as they arrive. Returns undefined if canceled.
 * @param text the initial text
 */
export function pickLog(
  options: SearchPickOptions,
  scope: ListNode | undefined,
  text = '',
): Promise<SearchEnd | undefined> {
  return new SearchPick(options, scope).show(text);
}

class SearchPick {
  readonly #options: SearchPickOptions;
  readonly #scope: ListNode | undefined;
  readonly #loaded: readonly LogNode[];
  readonly #pick = vscode.window.createQuickPick<SearchItem>();
  readonly #remote: TypeAhead<LogQuery, SearchAnswer>;
  /** The search text when the rows were last listed. */
  #listed = '';

  constructor(options: SearchPickOptions, scope: ListNode | undefined) {
    const { logNodes } = options;
    this.#options = options;
    this.#scope = scope;
    this.#loaded =
      scope?.kind === 'domain'
        ? logNodes.loadedOf(scope)
        : logNodes.loaded().filter((log) => this.#isInScope(log));
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
    pick.title = this.#title;
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

  get #title(): string {
    const scope = this.#scope;
    if (!scope) return t('Search All Loaded Detection Logs');
    const name = scope.kind === 'domain' ? domainLabel(scope) : scope.connection.name;
    return t('Search Detection Logs of {0}', asLabel(name));
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
      ...elsewhereItems(this.#scope !== undefined),
    ]);
  }

  /** Returns the item for a recent log. Its path is known only while its row is loaded. */
  #recentItem(log: RecentLog): SearchItem {
    const row = this.#options.logNodes.rowOf(log);
    return recentItem({ ...log, ...row }, this.#options.timeStyle(domainOf(log)));
  }

  get #shown(): ShownOfLogs {
    return { withDomain: this.#scope?.kind !== 'domain', timeStyle: this.#options.timeStyle };
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
    if (this.#scope?.kind !== 'domain' || !Number.isSafeInteger(idx)) return [];
    const { connectionId, index } = this.#scope;
    const detectedType = this.#options.services.detectedType(connectionId);
    return [numberedItem({ connectionId, key: { domain: index, idx, detectedType } })];
  }

  #isInScope(log: LogTarget): boolean {
    const scope = this.#scope;
    if (scope?.kind === 'domain') return domainId(domainOf(log)) === domainId(scope);
    return !scope || log.connectionId === scope.connection.id;
  }

  async #ask(query: LogQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const scope = this.#scope;
    if (!scope) return { kind: 'not asked', reason: t('The service searches one domain at a time.') };
    const connectionId = scope.kind === 'domain' ? scope.connectionId : scope.connection.id;
    const filter = this.#filter(connectionId, query);
    const { unasked } = checkLogs([], filter, this.#options.services.filterNames(connectionId));
    if (unasked.length === Object.keys(filter).length) {
      const [reason = ''] = notAppliedTexts({ ignored: [], unasked, doubtful: [] }, local);
      return { kind: 'not asked', reason };
    }
    if (scope.kind === 'domain') return this.#read(scope, PER_PAGE, filter, { signal });
    return this.#readDomains(connectionId, filter, signal);
  }

  async #read(
    domain: DomainNode,
    perPage: number,
    filter: LogFilter,
    options: RequestOptions,
  ): Promise<Found> {
    const { services, logNodes } = this.#options;
    const service = await services.of(domain.connectionId);
    const page = await service.logs(domain.index, { page: 1, perPage }, filter, options);
    const { logs, ignored, unasked } = checkLogs(
      page.items,
      filter,
      services.filterNames(domain.connectionId),
    );
    const { doubtful = [] } = page;
    const isWhole = [ignored, unasked, doubtful].every(({ length }) => length === 0);
    return {
      kind: 'found',
      logs: logs.map((log) => logNodes.node(domain, log)),
      total: isWhole ? page.total : undefined,
      ignored,
      doubtful,
      unreadable: page.unreadable?.length ?? 0,
      notices: [],
    };
  }

  /** Searches the first domains of a connection, a few at a time. Rejects only if no domain could be searched. */
  async #readDomains(connectionId: string, filter: LogFilter, signal: AbortSignal): Promise<Found> {
    const domains: DomainNode[] = [];
    for await (const page of this.#options.directory.read(connectionId, signal)) {
      for (const { index, name } of page)
        domains.push({ kind: 'domain', connectionId, index, name, other: {} });
      if (domains.length > MOST_DOMAINS) break;
    }
    const limiter = new Limiter(IN_BACKGROUND);
    const read = (domain: DomainNode) => this.#read(domain, MOST, filter, { signal, once: true });
    const settled = await Promise.allSettled(
      domains.slice(0, MOST_DOMAINS).map((domain) => limiter.run(() => read(domain), signal)),
    );
    const found = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [failed] = settled.filter(({ status }) => status === 'rejected');
    if (found.length === 0 && failed?.status === 'rejected') throw failed.reason;
    const failures = settled.length - found.length;
    const logs = found.flatMap((each) => each.logs);
    const isCut = logs.length > MOST || found.some(({ total = 0, logs: { length } }) => total > length);
    const notices = [
      failures > 0 &&
        plural(failures, {
          one: '{0} domain could not be read.',
          other: '{0} domains could not be read.',
        }),
      domains.length > MOST_DOMAINS && t('Only the first {0} domains were searched.', MOST_DOMAINS),
      isCut && t('There are more logs. Only the newest {0} are listed.', Math.min(MOST, logs.length)),
    ];
    return {
      kind: 'found',
      logs: logs.sort((one, other) => compare(other.row.time ?? '', one.row.time ?? '')),
      total: undefined,
      ignored: [...new Set(found.flatMap(({ ignored }) => ignored))],
      doubtful: [...new Set(found.flatMap(({ doubtful }) => doubtful))],
      unreadable: found.reduce((sum, { unreadable }) => sum + unreadable, 0),
      notices: notices.filter((notice) => notice !== false),
    };
  }
}

type Found = Extract<SearchAnswer, { kind: 'found' }>;

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
