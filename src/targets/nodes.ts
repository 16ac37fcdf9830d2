import type { CommandId } from '../commandIds.ts';
import type { Connection } from '../connections/connection.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { LogRow, OtherFields } from '../service/model.ts';
import { rowTimes, type TimeStyle } from '../text/zonedTime.ts';

export interface ConnectionNode {
  readonly kind: 'connection';
  readonly connection: Connection;
}

/** Its name and other fields are replaced by what the service says next: the editor knows the node by its identity. */
export interface DomainNode extends DomainRef {
  readonly kind: 'domain';
  name: string | undefined;
  other: OtherFields;
}

export interface LogNode extends LogTarget {
  readonly kind: 'log';
  readonly row: LogRow;
  readonly parent: DomainNode;
}

/** Rows of which lists: the domains of a connection, or the logs of a domain. */
export type ListNode = ConnectionNode | DomainNode;

/** “Load More”, “Load Previous”, “3 new logs”. */
export interface PageNode {
  readonly kind: 'more' | 'previous' | 'new';
  readonly parent: ListNode;
  readonly label: string;
}

/** A row that says something: why a list failed, that it is empty, what the service did. */
export interface MessageNode {
  readonly kind: 'message';
  readonly parent: ListNode;
  readonly label: string;
  readonly detail?: string;
  readonly severity: 'info' | 'error';
  readonly next?: NextRow;
}

/** A command that is run with the row's list, and with the value, if any. */
interface NextRow {
  readonly title: string;
  readonly command: CommandId;
  readonly value?: unknown;
}

/** The next step that a message offers, as a row below it. */
export interface ActionNode extends NextRow {
  readonly kind: 'action';
  readonly parent: ListNode;
}

export type TreeNode = ConnectionNode | DomainNode | LogNode | PageNode | MessageNode | ActionNode;

/** Unique by connection, domain and log; stable over refreshes. */
export function nodeId(node: TreeNode): string {
  switch (node.kind) {
    case 'connection':
      return node.connection.id;
    case 'domain':
      return domainId(node);
    case 'log':
      return targetId(node);
    case 'message':
      return `${nodeId(node.parent)}#${node.label}`;
    case 'action':
      return `${nodeId(node.parent)}#${node.command}`;
    default:
      return `${nodeId(node.parent)}#${node.kind}`;
  }
}

/** Returns what tells a log apart from others, in one line: rule, time and path, as far as they are known. Not safe to show as it is. */
export function logFacts(
  { rule, time, uri }: Pick<LogRow, 'rule' | 'time' | 'uri'>,
  times: TimeStyle,
): string {
  return [rule, time && rowTimes(time, times), uri].filter(Boolean).join('  ');
}
