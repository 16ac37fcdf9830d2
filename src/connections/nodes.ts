import { isObject } from '../base/values.ts';
import type { CommandId } from '../commandIds.ts';
import type { LogRow } from '../service/model.ts';
import type { Connection } from './connection.ts';
import { type DomainRef, domainId } from './domainRef.ts';
import { type LogTarget, targetId } from './logTarget.ts';

export interface ConnectionNode {
  readonly kind: 'connection';
  readonly connection: Connection;
}

/** A domain in the tree. Its fields are updated in place, because the editor compares nodes by object identity. */
export interface DomainNode extends DomainRef {
  readonly kind: 'domain';
  name: string | undefined;
}

export interface LogNode extends LogTarget {
  readonly kind: 'log';
  readonly row: LogRow;
  readonly parent: DomainNode;
}

/** The parent of a list: the connection for a list of domains, or the domain for a list of logs. */
export type ListNode = ConnectionNode | DomainNode;

/** A row that shows a message, runs a command such as Load More on its list, or both. */
export interface MessageNode {
  readonly kind: 'message';
  readonly parent: ListNode;
  readonly label: string;
  /** The lines of the tooltip; by default, the label. */
  readonly detail?: readonly string[];
  readonly icon: 'info' | 'error' | 'arrow-right' | 'fold-down' | 'bell-dot';
  readonly command?: CommandId;
}

export type TreeNode = ConnectionNode | DomainNode | LogNode | MessageNode;

/** Returns true if a command's argument is a node in the tree. */
export function isNode(argument: unknown): argument is TreeNode {
  return isObject(argument) && 'kind' in argument;
}

/** Returns an ID that is unique for each connection, domain, and log, and that does not change on refresh. */
export function nodeId(node: TreeNode): string {
  switch (node.kind) {
    case 'connection':
      return JSON.stringify(node.connection.id);
    case 'domain':
      return domainId(node);
    case 'log':
      return targetId(node);
    case 'message':
      return `${nodeId(node.parent)}#${node.label}`;
  }
}
