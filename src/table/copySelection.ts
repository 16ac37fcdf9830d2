import * as vscode from 'vscode';
import type { Services } from '../connections/services.ts';
import type { LogNode } from '../targets/nodes.ts';
import { plural, t } from '../text/l10n.ts';
import { withProgress } from '../ui/withProgress.ts';
import { copyRows } from './copyRows.ts';
import type { Statuses } from './statuses.ts';

export interface CopyOptions {
  readonly services: Pick<Services, 'redaction'>;
  readonly statuses: Statuses;
  /** The compiled `worker.ts`. */
  readonly workerFile: string;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
}

/**
 * Copies the logs' rows to the clipboard, at the essential level. Returns a description of the copy.
 * @param columns IDs, in display order
 */
export async function copySelection(
  logs: readonly LogNode[],
  columns: readonly string[],
  { services, statuses, workerFile, closing }: CopyOptions,
): Promise<string> {
  const rows = logs.map((log) => ({ row: log.row, status: statuses.of(log) }));
  const redaction = await services.redaction();
  const text = await withProgress(
    t('Copying rows'),
    (signal) => copyRows(rows, columns, redaction, { workerFile, signal }),
    closing,
  );
  await vscode.env.clipboard.writeText(text);
  const message = plural(rows.length, {
    one: '{0} row copied. Only names, ordinary values, and the match are shown',
    other: '{0} rows copied. Only names, ordinary values, and the matches are shown',
  });
  vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
  return message;
}
