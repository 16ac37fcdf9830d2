import { isObject } from '../base/values.ts';
import type { RowFilterField } from '../service/model.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { type DomainRef, domainId } from './domainRef.ts';
import { type LogTarget, targetId } from './logTarget.ts';
import type { LogNode } from './nodes.ts';

/** The properties and methods of an open table of logs that are available to commands. */
export interface OpenTable {
  readonly domain: DomainRef;
  /** True if the table is focused. */
  readonly isActive: boolean;
  /** The table's filter, which is independent of the filter in the tree. */
  readonly filter: LogQuery;
  /** The filter for the displayed rows: the table's filter combined with the typed words. */
  readonly query: LogQuery;
  /** The selected logs, in the order in which they were selected. */
  readonly selection: readonly LogNode[];
  /** The log in the focused row. */
  readonly focused: LogNode | undefined;
  /** The ID of the focused column. */
  readonly column: string | undefined;
  /** The filter that can be set to a value in the focused column. */
  readonly field: RowFilterField | undefined;
  setFilter(query: LogQuery): void;
  /** Reveals the table and focuses it. */
  reveal(): void;
}

/**
 * Tracks the table that a command applies to. This is the focused table or, for commands in a table's context menu, the
 * last focused one.
 */
export class TableFocus {
  /** The last focused table, while it is open. */
  last: OpenTable | undefined;

  /** The focused table. */
  get current(): OpenTable | undefined {
    return this.last?.isActive ? this.last : undefined;
  }

  /** Returns the last focused table if it shows a domain's logs. */
  of(domain: DomainRef): OpenTable | undefined {
    return this.last && domainId(this.last.domain) === domainId(domain) ? this.last : undefined;
  }

  /**
   * Returns the logs that a command applies to: the table's selection if it contains the argument, if the argument is a
   * group, whose logs are then selected, or if there is no argument and the table is focused. Returns undefined if the
   * command does not apply to a table.
   */
  logsFor(argument: unknown): readonly LogNode[] | undefined {
    if (argument === undefined || argument === null) return some(this.current?.selection);
    const isOfGroup = isObject(argument) && argument['webviewSection'] === 'group';
    const isSelected = isOfGroup || (isOfTable(argument) && this.#selected(argument) !== undefined);
    return isSelected ? some(this.last?.selection) : undefined;
  }

  /** Returns the log together with its row from the table, or the log unchanged if it is not selected there. */
  rowOf(log: LogTarget): LogTarget {
    const { connectionId, key } = log;
    return isOfTable(log) ? (this.#selected(log) ?? { connectionId, key }) : log;
  }

  #selected(log: LogTarget): LogNode | undefined {
    const id = targetId(log);
    return this.last?.selection.find((each) => targetId(each) === id);
  }
}

/** Returns true if a command's argument is from a table's context menu: the log whose row was clicked. */
export function isOfTable(argument: unknown): argument is LogTarget {
  return isObject(argument) && argument['webviewSection'] === 'log' && 'key' in argument;
}

function some(logs: readonly LogNode[] | undefined): readonly LogNode[] | undefined {
  return logs && logs.length > 0 ? logs : undefined;
}
