import type { DomainRef } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { RowFilterField } from '../service/model.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import type { DomainNode, LogNode } from './nodes.ts';

/** A table of logs that is open in the editor, for commands. */
export interface OpenTable {
  readonly domain: DomainRef;
  /** The filter of the shown rows: the domain's, together with the typed words. */
  readonly query: LogQuery;
  /** The selected logs in the order shown. */
  readonly selection: readonly LogNode[];
  /** The log whose row is focused. */
  readonly focused: LogNode | undefined;
  /** The id of the focused column. */
  readonly column: string | undefined;
  /** Reveals the table and focuses it. */
  reveal(): void;
  /** Reads the list again; does nothing when the table is closed. */
  reload(): void;
  /** Shows a place of the list, from 0. */
  goTo(place: number): void;
  /** Logs that are loaded. */
  readonly loaded: number;
  /** Items per page, and logs in total; undefined when the service does not report the total. */
  readonly pages: { readonly perPage: number; readonly total: number | undefined };
}

/** The rows that a table shows of a domain, as a command argument. */
export interface ShownLogs extends DomainNode {
  readonly query: LogQuery;
}

/** Tracks the table that a command is about: the focused one, and for its own context menu the one focused last. */
export class TableFocus {
  /** The focused table. */
  current: OpenTable | undefined;
  /** The table focused last, while it is open. */
  last: OpenTable | undefined;

  /** Records that a table gained or lost the focus. */
  changed(table: OpenTable, isActive: boolean): void {
    if (isActive) {
      this.current = table;
      this.last = table;
    } else if (this.current === table) this.current = undefined;
  }

  /** Forgets a table that was closed. */
  closed(table: OpenTable): void {
    this.changed(table, false);
    if (this.last === table) this.last = undefined;
  }

  /**
   * Returns the logs that a command is about: the table's selection when its argument is one of them, or when it has no
   * argument and the table is focused. Undefined when it is not about a table.
   */
  logsFor(argument: unknown): readonly LogNode[] | undefined {
    if (argument === undefined || argument === null) return some(this.current?.selection);
    if (isGroup(argument)) return some(this.last?.selection);
    if (!isOfTable(argument)) return undefined;
    const selection = this.last?.selection ?? [];
    const id = targetId(argument);
    return selection.some((log) => targetId(log) === id) ? selection : undefined;
  }

  /** Returns the log with its row in the table; the log unchanged when its row is not selected. */
  rowOf(log: LogTarget): LogTarget {
    if (!isOfTable(log)) return log;
    const id = targetId(log);
    const { connectionId, key } = log;
    return this.last?.selection.find((each) => targetId(each) === id) ?? { connectionId, key };
  }
}

/** The argument of a command in a table's context menu: the log whose row was clicked, and the column. */
export interface TableMenuTarget extends LogTarget {
  readonly webviewSection: 'log';
  readonly column?: string;
  /** The filter that a value of the column can set. */
  readonly field?: RowFilterField;
}

/** True when a command's argument is a group of a table, whose logs are selected. */
export function isGroup(argument: unknown): boolean {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'webviewSection' in argument &&
    argument.webviewSection === 'group'
  );
}

/** True when a command's argument is from a table's context menu. */
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
