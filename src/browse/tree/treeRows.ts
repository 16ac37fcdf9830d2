import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import { addressText, hasKey, isFile, isSample } from '../../connections/connection.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import type { FileFacts } from '../../files/fileService.ts';
import { valueStart } from '../../service/valueStart.ts';
import {
  type ConnectionNode,
  type DomainNode,
  type LogNode,
  nodeId,
  type TreeNode,
} from '../../targets/nodes.ts';
import { plural, t } from '../../text/l10n.ts';
import { asPlainLine, asPlainLines } from '../../text/label.ts';
import { AS_SENT, rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';
import { logLabel } from './listRows.ts';

/** The facts shown next to a domain's name in the tree. */
export interface DomainFacts {
  /** Today's number of attackers for a pinned domain, once known. */
  readonly attackers: number | undefined;
  readonly pinned: boolean;
  /** A description of the domain's log filter; empty if there is none. */
  readonly filter: string;
  /** True if the domain's logs are read from a file, which has no counts. */
  readonly inFile?: boolean;
}

/**
 * The command that runs when a row is clicked. It takes no arguments, because the editor forgets the arguments while it
 * renders the row again, and a click at that time would fail. `openRow` uses the selected row instead.
 */
const OPEN_ROW = 'partnerLogs.openRow' satisfies CommandId;

/**
 * Returns the tree item for a node. Text from logs is used only in plain strings; in short strings, invisible
 * characters are replaced by visible ones.
 * @param times returns how to show the times of a domain's logs
 */
export function treeItem(
  node: Exclude<TreeNode, ConnectionNode>,
  facts: (node: DomainNode) => DomainFacts,
  times: (domain: DomainRef) => TimeStyle = () => AS_SENT,
): vscode.TreeItem {
  const item = node.kind === 'log' ? logItem(node, times(node.parent)) : draw(node, facts);
  item.id = nodeId(node);
  return item;
}

function draw(
  node: Exclude<TreeNode, ConnectionNode | LogNode>,
  facts: (node: DomainNode) => DomainFacts,
): vscode.TreeItem {
  switch (node.kind) {
    case 'domain':
      return domainItem(node, facts(node));
    case 'more':
    case 'new': {
      const item = new vscode.TreeItem(node.label);
      item.iconPath = new vscode.ThemeIcon(PAGE_ICONS[node.kind]);
      item.command = { command: OPEN_ROW, title: t('Load More') };
      item.contextValue = node.kind;
      return item;
    }
    case 'message': {
      const item = new vscode.TreeItem(asPlainLine(node.label));
      item.iconPath =
        node.severity === 'error'
          ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
          : new vscode.ThemeIcon('info');
      if (node.next) item.command = { command: OPEN_ROW, title: node.next.title };
      item.tooltip = asPlainLine(node.detail ?? node.label);
      item.contextValue = 'message';
      return item;
    }
    case 'action': {
      const { title } = node;
      const item = new vscode.TreeItem(title);
      item.iconPath = new vscode.ThemeIcon('arrow-right');
      item.command = { command: OPEN_ROW, title };
      item.contextValue = 'action';
      return item;
    }
  }
}

/** Maximum length, in UTF-16 units, of a field's value in a tooltip. */
const TEXT_LIMIT = 300;
/** Maximum number of unknown fields in a domain's tooltip. */
const FIELDS_LIMIT = 20;

const PAGE_ICONS = { more: 'fold-down', new: 'bell-dot' } as const;

/**
 * Returns the tree item of a connection.
 * @param file the facts about the file, once it is open
 */
export function connectionItem({ connection }: ConnectionNode, file?: FileFacts): vscode.TreeItem {
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
  if (file) {
    item.description = fileText(file);
    item.tooltip = asPlainLines([addressText(connection), ...fileLines(file)]);
  }
  return item;
}

function domainItem(
  domain: DomainNode,
  { attackers, pinned, filter, inFile = false }: DomainFacts,
): vscode.TreeItem {
  const name = domainLabel(domain);
  const item = new vscode.TreeItem(asPlainLine(name), vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = new vscode.ThemeIcon(pinned ? 'pinned' : 'globe');
  const today =
    attackers === undefined
      ? undefined
      : plural(attackers, { one: '{0} attacker today', other: '{0} attackers today' });
  item.description = asPlainLine([filter && t('filtered: {0}', filter), today].filter(Boolean).join('  '));
  item.accessibilityInformation = {
    label: [name, t('domain {0}', String(domain.index)), pinned && t('pinned'), item.description]
      .filter(Boolean)
      .map((part) => asPlainLine(String(part)))
      .join(', '),
  };
  const fields = Object.entries(domain.other);
  const others = fields
    .slice(0, FIELDS_LIMIT)
    .map(([field, value]) => `${field}: ${valueStart(value, TEXT_LIMIT)}`);
  const more = fields.length - others.length;
  item.tooltip = asPlainLines([
    name,
    t('Domain number {0}', String(domain.index)),
    ...(filter ? [t('Filtered: {0}', filter)] : []),
    ...others,
    ...(more > 0 ? [plural(more, { one: '{0} more field', other: '{0} more fields' })] : []),
  ]);
  item.contextValue = `domain ${inFile ? 'inFile ' : ''}${pinned ? 'pinned' : 'unpinned'} ${filter ? 'filtered' : 'unfiltered'}`;
  return item;
}

function logItem(node: LogNode, times: TimeStyle): vscode.TreeItem {
  const { row } = node;
  const item = new vscode.TreeItem(logLabel(row));
  const time = row.time && rowTime(row.time, times);
  item.description = asPlainLine([time, row.uri && row.rule, row.address].filter(Boolean).join('  '));
  item.iconPath = actionIcon(row.action);
  item.tooltip = asPlainLines([
    ...(row.rule ? [row.rule] : []),
    t('Log number {0}', String(row.idx)),
    ...[
      [t('Time'), row.time && wholeTime(row.time, times)],
      [t('Action'), row.action],
      [t('Address'), row.address],
      [t('Country'), row.country ?? row.countryCode],
      [t('Path'), row.uri],
      [t('Matched'), row.detectedValue],
      [t('Description'), row.description],
    ].flatMap(([name, value]) => (name && value ? [t('{0}: {1}', name, value)] : [])),
  ]);
  item.accessibilityInformation = {
    label: asPlainLine(
      [
        row.rule,
        t('log {0}', String(row.idx)),
        row.action,
        row.time && wholeTime(row.time, times),
        row.address && t('from {0}', row.address),
        row.country ?? row.countryCode,
        row.uri,
        row.detectedValue,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  };
  item.command = { command: OPEN_ROW, title: t('Open Detection Log') };
  item.contextValue = 'log';
  return item;
}

export function actionIcon(action: string | undefined): vscode.ThemeIcon {
  switch (action) {
    case 'Blocked':
      return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('charts.red'));
    case 'Detected':
      return new vscode.ThemeIcon('eye', new vscode.ThemeColor('charts.yellow'));
    default:
      return new vscode.ThemeIcon('circle-outline');
  }
}

/** Returns the description shown for a file in the tree. */
export function fileText(file: FileFacts): string {
  const parts = [levelText(file), plural(file.count, { one: '{0} log', other: '{0} logs' }), notRead(file)];
  return parts.filter(Boolean).join(' · ');
}

/** Returns all known facts about a file, one per line. */
export function fileLines(file: FileFacts): readonly string[] {
  const { service, timeZone, filter = {} } = file.head;
  const query = Object.entries(filter)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
  return [
    fileText(file),
    ...(service ? [t('Service: {0}', service)] : []),
    ...(timeZone ? [t('Time zone: {0}', timeZone)] : []),
    ...(query ? [t('Filtered: {0}', query)] : []),
    ...problemLines(file),
  ];
}

/** Returns one line for each reason that logs in a file are hidden. */
function problemLines({ problems, hidden }: FileFacts): readonly string[] {
  const more = hidden - problems.length;
  return [
    ...problems.map(({ line, reason }) => t('Line {0}: {1}', line, reason)),
    ...(more > 0
      ? [plural(more, { one: '{0} more log is not readable', other: '{0} more logs are not readable' })]
      : []),
  ];
}

function levelText({ head: { level } }: FileFacts): string {
  if (level === 'essential')
    return t({ message: 'essential', comment: 'a file: only the most important values are shown in it' });
  return level === 'exact'
    ? t({ message: 'exact', comment: 'a file: nothing is redacted in it' })
    : t('level of detail not known');
}

function notRead({ hidden }: FileFacts): string {
  return hidden === 0 ? '' : plural(hidden, { one: '{0} not shown', other: '{0} not shown' });
}
