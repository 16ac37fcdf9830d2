import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import { addressText, hasKey, isFile, isSample } from '../../connections/connection.ts';
import { domainLabel } from '../../connections/domainRef.ts';
import { domainOf, targetId } from '../../connections/logTarget.ts';
import {
  type ConnectionNode,
  type DomainNode,
  type LogNode,
  type MessageNode,
  nodeId,
} from '../../connections/nodes.ts';
import type { RecentLog } from '../../connections/storedList.ts';
import type { FileFacts } from '../../files/fileService.ts';
import { type LogRow, outcomeOf } from '../../service/model.ts';
import { plural, t } from '../../text/l10n.ts';
import { asPlainLine, asPlainLines } from '../../text/label.ts';
import { cutToCodePoints } from '../../text/strings.ts';
import { rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';

/*
 * The tree items of rows. Text from logs is used only in plain strings; in short strings, invisible characters are
 * replaced by visible ones.
 */

/** The facts shown next to a domain's name in the tree. */
export interface DomainFacts {
  /** Today's number of attackers for a pinned domain, once known. */
  readonly attackers: number | undefined;
  readonly pinned: boolean;
  /** The domain's log filter in words; empty if there is none. */
  readonly filter: string;
  /** True if the domain's logs are read from a file, which has no counts. */
  readonly inFile: boolean;
}

/**
 * Maximum number of code points to show from the end of a path: a side bar that is 300 px wide still has room for the
 * time and the start of the rule.
 */
const PATH_LENGTH = 20;

/**
 * Returns the item of a connection.
 * @param file the facts about the file, once it is open
 */
export function connectionItem({ connection }: ConnectionNode, file: FileFacts | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(asPlainLine(connection.name), vscode.TreeItemCollapsibleState.Expanded);
  item.iconPath = new vscode.ThemeIcon(isSample(connection) ? 'beaker' : 'plug');
  item.tooltip = asPlainLine(addressText(connection));
  item.contextValue = `connection ${hasKey(connection) ? 'service' : isSample(connection) ? 'sample' : 'unusable'}`;
  item.id = connection.id;
  if (!isFile(connection)) return item;
  item.iconPath = new vscode.ThemeIcon('file');
  item.contextValue = 'connection file';
  // A file that was open before a reload is not read until it is used.
  if (!file) item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  else {
    const text = fileText(file);
    const { problem } = file;
    item.description = text;
    item.tooltip = asPlainLines([
      addressText(connection),
      text,
      ...(problem ? [t('Line {0}: {1}', problem.line, problem.reason)] : []),
    ]);
  }
  return item;
}

/** Returns the level of detail of a file, and how many of its logs are shown. */
function fileText({ head: { level }, count, hidden }: FileFacts): string {
  const levels = {
    essential: t({ message: 'essential', comment: 'a file: only the most important values are shown in it' }),
    exact: t({ message: 'exact', comment: 'a file: nothing is redacted in it' }),
  };
  const parts = [
    level === undefined ? t('level of detail not known') : levels[level],
    plural(count, { one: '{0} log', other: '{0} logs' }),
    hidden > 0 && plural(hidden, { one: '{0} not shown', other: '{0} not shown' }),
  ];
  return parts.filter(Boolean).join(' · ');
}

export function domainItem(
  domain: DomainNode,
  { attackers, pinned, filter, inFile }: DomainFacts,
): vscode.TreeItem {
  const name = domainLabel(domain);
  const item = new vscode.TreeItem(asPlainLine(name), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = nodeId(domain);
  item.iconPath = new vscode.ThemeIcon(pinned ? 'pinned' : 'globe');
  const today =
    attackers === undefined
      ? undefined
      : plural(attackers, { one: '{0} attacker today', other: '{0} attackers today' });
  item.description = asPlainLine([filter && t('filtered: {0}', filter), today].filter(Boolean).join('  '));
  item.accessibilityInformation = {
    label: lineOf([name, t('domain {0}', String(domain.index)), pinned && t('pinned'), item.description]),
  };
  item.tooltip = asPlainLines([
    name,
    t('Domain number {0}', String(domain.index)),
    ...(filter ? [t('Filtered: {0}', filter)] : []),
  ]);
  item.contextValue = `domain ${inFile ? 'inFile ' : ''}${pinned ? 'pinned' : 'unpinned'} ${filter ? 'filtered' : 'unfiltered'}`;
  return item;
}

export function logItem(node: LogNode, times: TimeStyle): vscode.TreeItem {
  const { row } = node;
  const item = new vscode.TreeItem(logLabel(row));
  item.id = nodeId(node);
  const time = row.time && wholeTime(row.time, times);
  item.description = asPlainLine(
    [row.time && rowTime(row.time, times), row.uri && row.rule, row.address].filter(Boolean).join('  '),
  );
  item.iconPath = actionIcon(row.action);
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [t('Time'), time],
    [t('Action'), row.action],
    [t('Address'), row.address],
    [t('Country'), row.country ?? row.countryCode],
    [t('Path'), row.uri],
    [t('Matched'), row.detectedValue],
    [t('Description'), row.description],
  ];
  item.tooltip = asPlainLines([
    ...(row.rule ? [row.rule] : []),
    t('Log number {0}', String(row.idx)),
    ...facts.flatMap(([name, value]) => (value ? [t('{0}: {1}', name, value)] : [])),
  ]);
  item.accessibilityInformation = {
    label: lineOf([
      row.rule,
      t('log {0}', String(row.idx)),
      row.action,
      time,
      row.address && t('from {0}', row.address),
      row.country ?? row.countryCode,
      row.uri,
      row.detectedValue,
    ]),
  };
  item.command = command('partnerLogs.openDetectionLog', t('Open Detection Log'), node);
  item.contextValue = 'log';
  return item;
}

export function messageItem(node: MessageNode): vscode.TreeItem {
  const { label, detail, icon } = node;
  const item = new vscode.TreeItem(asPlainLine(label));
  item.id = nodeId(node);
  item.iconPath =
    icon === 'error'
      ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
      : new vscode.ThemeIcon(icon);
  item.tooltip = asPlainLine(detail ?? label);
  item.contextValue = 'message';
  if (node.command) item.command = command(node.command, label, node.parent);
  return item;
}

/**
 * Returns the item of a recently opened log.
 * @param from the connection's name, if it is shown
 */
export function recentItem(log: RecentLog, from: string | undefined, times: TimeStyle): vscode.TreeItem {
  const { domain, idx, detectedType } = log.key;
  const name = domainLabel({ ...domainOf(log), name: log.domainName });
  const item = new vscode.TreeItem(asPlainLine(`${log.domainName ?? domain}/${idx}`));
  item.id = targetId(log);
  item.description = asPlainLine(
    [log.time && rowTime(log.time, times), log.rule, from].filter(Boolean).join('  '),
  );
  item.tooltip = asPlainLines([
    ...(log.rule ? [log.rule] : []),
    t('Log {0} ({1}) of {2}', String(idx), detectedType, name),
    ...(log.time ? [t('{0}: {1}', t('Time'), wholeTime(log.time, times))] : []),
  ]);
  item.iconPath = new vscode.ThemeIcon('history');
  item.accessibilityInformation = { label: lineOf([name, t('log {0}', String(idx)), log.rule, log.time]) };
  item.command = command('partnerLogs.openDetectionLog', t('Open Detection Log'), log);
  return item;
}

export function actionIcon(action: string | undefined): vscode.ThemeIcon {
  switch (outcomeOf(action)) {
    case 'blocked':
      return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('charts.red'));
    case 'detected':
      return new vscode.ThemeIcon('eye', new vscode.ThemeColor('charts.yellow'));
    default:
      return new vscode.ThemeIcon('circle-outline');
  }
}

/** Returns the end of a log's path; without a path, its rule; without a rule, its number. */
export function logLabel({ uri, rule, idx }: LogRow): string {
  const text = (uri && pathEnd(uri)) || rule;
  return text ? cutToCodePoints(asPlainLine(text), PATH_LENGTH) : t('Log {0}', String(idx));
}

/** Returns the last segment of a path, or the last two if the last one contains no word, as in `orders/1380`. */
function pathEnd(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? uri;
  return /\p{L}{3}/u.test(last) ? last : parts.slice(-2).join('/') || last;
}

function command(id: CommandId, title: string, argument: unknown): vscode.Command {
  return { command: id, title, arguments: [argument] };
}

function lineOf(parts: readonly (string | false | undefined)[]): string {
  return asPlainLine(parts.filter(Boolean).join(', '));
}
