/**
 * The tree items of rows. Text from logs is used only in plain strings; in short strings, invisible characters are
 * replaced by visible ones.
 */
import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import { addressText, hasKey, isFile, isSample } from '../../connections/connection.ts';
import { domainLabel } from '../../connections/domainRef.ts';
import type { LogTarget } from '../../connections/logTarget.ts';
import {
  type ConnectionNode,
  type DomainNode,
  type LogNode,
  type MessageNode,
  nodeId,
} from '../../connections/nodes.ts';
import type { FileFacts } from '../../files/fileService.ts';
import { type LogRow, outcomeOf } from '../../service/model.ts';
import { plural, t } from '../../text/l10n.ts';
import { asPlainLine, asPlainLines } from '../../text/label.ts';
import { cutToCodePoints } from '../../text/strings.ts';
import { rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';

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
  describe(item, [
    name,
    t('Domain number {0}', String(domain.index)),
    pinned && t('Pinned'),
    filter && t('Filtered: {0}', filter),
    today,
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
  describe(item, [
    row.rule,
    t('Log number {0}', String(row.idx)),
    ...facts.map(([name, value]) => value && t('{0}: {1}', name, value)),
  ]);
  item.command = openCommand(node);
  item.contextValue = 'log';
  return item;
}

export function messageItem(node: MessageNode): vscode.TreeItem {
  const { label, detail = [label], icon } = node;
  const item = new vscode.TreeItem(asPlainLine(label));
  item.id = nodeId(node);
  item.iconPath =
    icon === 'error'
      ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
      : new vscode.ThemeIcon(icon);
  item.tooltip = asPlainLines(detail);
  item.contextValue = 'message';
  if (node.command) item.command = command(node.command, label, node.parent);
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

/** Returns the command of a row that opens its log. */
export function openCommand(log: LogTarget): vscode.Command {
  return command('partnerLogs.openDetectionLog', t('Open Detection Log'), log);
}

function command(id: CommandId, title: string, argument: unknown): vscode.Command {
  return { command: id, title, arguments: [argument] };
}

/** Sets the tooltip of an item, and the same text for screen readers. */
export function describe(item: vscode.TreeItem, lines: readonly (string | false | undefined)[]): void {
  const shown = lines.filter((line): line is string => Boolean(line));
  item.tooltip = asPlainLines(shown);
  item.accessibilityInformation = { label: asPlainLine(shown.join(', ')) };
}
