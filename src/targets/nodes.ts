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

/** A domain in the tree. Its fields are updated in place, because the editor compares nodes by object identity. */
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

/** The parent of a list: the connection for a list of domains, or the domain for a list of logs. */
export type ListNode = ConnectionNode | DomainNode;

/** A row such as "Load More" or "3 new logs". */
interface PageNode {
  readonly kind: 'more' | 'new';
  readonly parent: ListNode;
  readonly label: string;
}

/** A row with a message, for example, that a list is empty, or the reason it could not be read. */
export interface MessageNode {
  readonly kind: 'message';
  readonly parent: ListNode;
  readonly label: string;
  readonly detail?: string;
  readonly severity: 'info' | 'error';
  readonly next?: NextRow;
}

/** A command that a row runs, with its title. The command receives the row's list. */
interface NextRow {
  readonly title: string;
  readonly command: CommandId;
}

/** A row below a message that runs the action suggested by the message. */
export interface ActionNode extends NextRow {
  readonly kind: 'action';
  readonly parent: ListNode;
}

export type TreeNode = ConnectionNode | DomainNode | LogNode | PageNode | MessageNode | ActionNode;

/** Returns an ID that is unique for each connection, domain, and log, and that does not change on refresh. */
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

/**
 * Returns one line with the details that distinguish a log from others: its rule, time, and path. The text must be
 * sanitized before it is displayed.
 */
export function logFacts(
  { rule, time, uri }: Pick<LogRow, 'rule' | 'time' | 'uri'>,
  times: TimeStyle,
): string {
  return [rule, time && rowTimes(time, times), uri].filter(Boolean).join('  ');
}
