import { isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import type { LookUp } from './lookUp/lookUp.ts';
import type { TableFocus } from './openTable.ts';

export interface AskLogOptions {
  /** Returns the log in the focused panel or document. */
  readonly activeLog: () => LogTarget | undefined;
  /** Returns the log in the row that is selected in a view. */
  readonly selectedLog: () => LogTarget | undefined;
  readonly lookUp: LookUp;
  readonly tableFocus: TableFocus;
}

/**
 * Returns the log that a command applies to: the log in its argument, the log in the focused table, panel, or document,
 * or the log selected in a view. If there is none, prompts for a log. Returns undefined if the user cancels.
 */
export async function askLog(
  argument: unknown,
  { activeLog, selectedLog, lookUp, tableFocus }: AskLogOptions,
): Promise<LogTarget | undefined> {
  if (isLogTarget(argument)) return tableFocus.rowOf(argument);
  const [selected] = tableFocus.logsFor(argument) ?? [];
  const focused = tableFocus.current?.focused ?? selected ?? activeLog();
  return focused ?? selectedLog() ?? (await lookUp.ask());
}
