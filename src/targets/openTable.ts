import type { DomainRef } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { RowFilterField } from '../service/model.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import type { DomainNode, LogNode } from './nodes.ts';

/** A table of logs that is open in the editor, as commands know it. */
export interface OpenTable {
  readonly domain: DomainRef;
  /** The filter of the rows that are shown: the domain's, together with the typed words. */
  readonly query: LogQuery;
  /** The selected logs in the order shown. */
  readonly selection: readonly LogNode[];
  /** The log whose row has the keyboard. */
  readonly focused: LogNode | undefined;
  /** The id of the column that has the keyboard. */
  readonly column: string | undefined;
  /** Brings the table into sight and gives it the focus. */
  reveal(): void;
  /** Reads the list anew; nothing where the table is closed. */
  reload(): void;
  /** Shows a place of the list, from 0. */
  goTo(place: number): void;
  /** Items a page, and logs in all; undefined when the service does not say. */
  readonly pages: { readonly perPage: number; readonly total: number | undefined };
}

/** The rows that a table shows of a domain, as the argument of a command. */
export interface ShownLogs extends DomainNode {
  readonly query: LogQuery;
}

/** The table that a command is about: the one that has the focus, and for its own menu the one that had it last. */
export class TableFocus {
  /** The focused table. */
  current: OpenTable | undefined;
  /** The table that was focused last, as long as it is open. */
  last: OpenTable | undefined;

  /**
   * The logs that a command is about: all that are selected in the table where its argument is one of them, or where it has
   * no argument and the table has the focus. Undefined: it is not about a table.
   */
  logsFor(argument: unknown): readonly LogNode[] | undefined {
    if (argument === undefined || argument === null) return some(this.current?.selection);
    if (!isOfTable(argument)) return undefined;
    const selection = this.last?.selection ?? [];
    const id = targetId(argument);
    return selection.some((log) => targetId(log) === id) ? selection : undefined;
  }

  /** The log with the row that a table has of it; the log as it is where its row is not selected. */
  rowOf(log: LogTarget): LogTarget {
    if (!isOfTable(log)) return log;
    const id = targetId(log);
    const { connectionId, key } = log;
    return this.last?.selection.find((each) => targetId(each) === id) ?? { connectionId, key };
  }
}

/** The argument of a command in a table's menu: the log whose row was clicked, and the column. */
export interface TableMenuTarget extends LogTarget {
  readonly webviewSection: 'log';
  readonly column?: string;
  /** The filter that a value of the column can set. */
  readonly field?: RowFilterField;
}

/** Whether a command's argument comes from a table's menu. */
export function isOfTable(argument: unknown): argument is TableMenuTarget {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'webviewSection' in argument &&
    argument.webviewSection === 'log' &&
    'key' in argument
  );
}

function some(logs: readonly LogNode[] | undefined): readonly LogNode[] | undefined {
  return logs && logs.length > 0 ? logs : undefined;
}
