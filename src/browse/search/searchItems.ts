/** The items of a search: logs, messages, and actions. */

import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { RecentLog } from '../../connections/recentLogs.ts';
import { fieldList, notAppliedTexts, queryText } from '../../formats/queryText.ts';
import { describeFault, isTryAgain } from '../../service/faults.ts';
import type { LogRow } from '../../service/model.ts';
import type { FilterField } from '../../service/queries/filter.ts';
import type { LogQuery } from '../../service/queries/logQuery.ts';
import { type LogNode, logFacts } from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { unreadableReason, unreadableText } from '../../text/unreadable.ts';
import { rowTimes, type TimeStyle } from '../../text/zonedTime.ts';
import { actionIcon } from '../tree/treeRows.ts';

/** The outcome of a search that the user did not cancel. */
export type SearchEnd =
  | { readonly open: LogTarget }
  /** Show the query's results in the domain's list by setting it as the list's filter. */
  | { readonly show: LogQuery }
  | { readonly showInTable: LogQuery }
  | { readonly searchIn: 'all loaded' | 'another domain' }
  | { readonly command: CommandId };

export interface SearchItem extends vscode.QuickPickItem {
  /** The outcome if this item is selected. */
  readonly end?: SearchEnd;
  /** True for the item that opens a log by the typed number. */
  readonly isNumber?: true;
  /** Selecting it repeats the search. */
  readonly isRetry?: true;
}

/** The state of the service's response to a search. */
export type SearchAnswer =
  | { readonly kind: 'searching' }
  /**
   * The service was not queried: the conventions have no parameter for any part of the search, or the search covers
   * several domains.
   */
  | { readonly kind: 'not asked'; readonly reason: string }
  | { readonly kind: 'failed'; readonly fault: unknown }
  | {
      readonly kind: 'found';
      readonly logs: readonly LogNode[];
      /** The number of matches reported by the service; undefined if it did not apply the whole search. */
      readonly total: number | undefined;
      readonly ignored: readonly FilterField[];
      /** The parts of the search that the service might have ignored. */
      readonly doubtful: readonly FilterField[];
      /** The number of rows that were received but could not be read. */
      readonly unreadable: number;
      /** Messages about logs that were not searched or are not listed. */
      readonly notices: readonly string[];
    };

/** Maximum number of rows to list from each source. If there are more, the user should narrow the search. */
export const MOST = 100;

const copyButton = () => ({ iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy Raw Data') });

export interface ShownOfLogs {
  /** True if each row shows its domain, because several domains are searched. */
  readonly withDomain: boolean;
  /** Returns how to show the times of a domain's logs. */
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
}

/** Returns the first `MOST` logs as items. */
export function logItems(logs: readonly LogNode[], shown: ShownOfLogs): SearchItem[] {
  return logs.slice(0, MOST).map((log) => logItem(log, shown));
}

export function logOf({ end }: SearchItem): LogTarget | undefined {
  return end && 'open' in end ? end.open : undefined;
}

export function recentItem(log: RecentLog & Partial<LogRow>, times: TimeStyle): SearchItem {
  return {
    label: asLabel(`${log.domainName ?? log.key.domain}/${log.key.idx}`),
    description: asLabel(logFacts(log, times)),
    iconPath: new vscode.ThemeIcon('history'),
    buttons: [copyButton()],
    end: { open: log },
  };
}

/** Returns the item for a log when only its number is known. */
export function numberedItem(log: LogTarget): SearchItem {
  const iconPath = new vscode.ThemeIcon('go-to-file');
  const label = t('Open log {0}', String(log.key.idx));
  return { iconPath, label, alwaysShow: true, isNumber: true, end: { open: log } };
}

/**
 * Returns items for the loaded logs that match, for additional matches from the service, and for messages, in that
 * order.
 */
export function foundItems(
  loaded: readonly LogNode[],
  answer: SearchAnswer,
  query: LogQuery,
  shown: ShownOfLogs,
): SearchItem[] {
  const known = new Set(loaded.map(targetId));
  const remote = answer.kind === 'found' ? answer.logs.filter((log) => !known.has(targetId(log))) : [];
  const logs = [...logItems(loaded, shown), ...logItems(remote, shown)];
  const notices = answerItems(answer);
  if (logs.length > 0 || notices.length > 0)
    return [...logs, ...notices, ...(shown.withDomain ? [] : showItems(query, answer))];
  return [notice('info', t('No detection logs match'))];
}

/** Returns the items that search another domain or all loaded logs. */
export function elsewhereItems(hasScope: boolean): SearchItem[] {
  const domain = {
    iconPath: new vscode.ThemeIcon('globe'),
    label: t('Search another domain…'),
    end: { searchIn: 'another domain' },
  } as const;
  const loaded = {
    iconPath: new vscode.ThemeIcon('list-flat'),
    label: t('Search all loaded logs'),
    end: { searchIn: 'all loaded' },
  } as const;
  return [separator(t('elsewhere')), domain, ...(hasScope ? [loaded] : [])];
}

export function separator(label: string): SearchItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function answerItems(answer: SearchAnswer): SearchItem[] {
  switch (answer.kind) {
    case 'searching':
      return [notice('loading~spin', t('Searching the service…'))];
    case 'not asked':
      return [notice('info', t('Only loaded logs were searched'), answer.reason)];
    case 'failed': {
      const { headline, cause, next } = describeFault(answer.fault, local);
      const row = notice(
        'error',
        headline,
        next ? t('{0} Press Enter to run “{1}”.', cause, next.title) : cause,
      );
      if (isTryAgain(next)) return [{ ...row, isRetry: true }];
      return [next ? { ...row, end: { command: next.command } } : row];
    }
    case 'found':
      return [
        ...answer.notices.map((text) => notice('info', text)),
        ...(answer.unreadable > 0
          ? [notice('info', unreadableText(answer.unreadable), unreadableReason())]
          : []),
        ...(answer.ignored.length > 0
          ? [
              notice(
                'info',
                t('The service ignored part of the search'),
                t('Filtered by the extension: {0}.', fieldList(answer.ignored, local)),
              ),
            ]
          : []),
        ...(answer.doubtful.length > 0
          ? [
              notice(
                'warning',
                t('The service might have ignored {0}', fieldList(answer.doubtful, local)),
                notAppliedTexts({ ignored: [], unasked: [], doubtful: answer.doubtful }, local)[0],
              ),
            ]
          : []),
      ];
  }
}

/**
 * Returns the items that show the search results in the domain's list. Their labels do not contain the typed text,
 * because the editor sorts by label.
 */
function showItems(query: LogQuery, answer: SearchAnswer): SearchItem[] {
  if (answer.kind !== 'found') return [];
  const { total = 1 } = answer;
  const inList = total === 1 ? t('Show this in the list') : t('Show all {0} in the list', total);
  const inTable = total === 1 ? t('Show this in a table') : t('Show all {0} in a table', total);
  const shown = { description: asLabel(queryText(query, local)), alwaysShow: true };
  return [
    { iconPath: new vscode.ThemeIcon('list-filter'), label: inList, ...shown, end: { show: query } },
    { iconPath: new vscode.ThemeIcon('table'), label: inTable, ...shown, end: { showInTable: query } },
  ];
}

function logItem(log: LogNode, { withDomain, timeStyle }: ShownOfLogs): SearchItem {
  const { row, parent } = log;
  const domain = withDomain ? domainLabel(parent) : undefined;
  const time = row.time && rowTimes(row.time, timeStyle(parent));
  const facts = [time, row.address, row.action, row.countryCode, domain, row.uri];
  return {
    label: asLabel(row.rule ?? t('Log {0}', String(row.idx))),
    description: asLabel(facts.filter(Boolean).join('  ')),
    iconPath: actionIcon(row.action),
    buttons: [copyButton()],
    alwaysShow: true,
    end: { open: log },
  };
}

function notice(icon: string, text: string, detail?: string): SearchItem {
  return {
    label: `$(${icon}) ${asLabel(text)}`,
    alwaysShow: true,
    ...(detail !== undefined && { detail: asLabel(detail) }),
  };
}
