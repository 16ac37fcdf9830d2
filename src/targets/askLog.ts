import { isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import type { LookUp } from './lookUp/lookUp.ts';
import type { TableFocus } from './openTable.ts';

export interface AskLogOptions {
  readonly panels: { readonly active: LogTarget | undefined };
  readonly documents: { readonly active: LogTarget | undefined };
  /** The log of the row selected in a view. */
  readonly selectedLog: () => LogTarget | undefined;
  readonly lookUp: LookUp;
  readonly tableFocus: TableFocus;
}

/**
 * Returns the log that a command applies to: the log in its argument, in the focused table, panel, or document, or
 * selected in a view, or else the one that the user selects. Undefined if canceled.
 */
export async function askLog(
  argument: unknown,
  { panels, documents, selectedLog, lookUp, tableFocus }: AskLogOptions,
): Promise<LogTarget | undefined> {
  if (isLogTarget(argument)) return tableFocus.rowOf(argument);
  const [selected] = tableFocus.logsFor(argument) ?? [];
  const focused = tableFocus.current?.focused ?? selected ?? panels.active ?? documents.active;
  return focused ?? selectedLog() ?? (await lookUp.ask());
}
