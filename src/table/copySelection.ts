import * as vscode from 'vscode';
import { redactionSetting } from '../connections/redactionSetting.ts';
import type { LogNode } from '../targets/nodes.ts';
import { counted, formatNumber } from '../text/numbers.ts';
import { withProgress } from '../ui/withProgress.ts';
import { copyRows } from './copyRows.ts';

/**
 * Copies the rows of logs to the clipboard, redacted. Returns what was copied, in words.
 *
 * @param columns ids, in the order shown
 * @param closing aborted when the window closes
 */
export async function copySelection(
  logs: readonly LogNode[],
  columns: readonly string[],
  closing: AbortSignal,
): Promise<string> {
  const rows = logs.map(({ row }) => row);
  const copied = await withProgress(
    'Copying rows',
    (signal) => copyRows(rows, columns, redactionSetting(), signal),
    closing,
  );
  await vscode.env.clipboard.writeText(copied.text);
  const { redacted } = copied;
  const secrets =
    redacted === 0 ? 'no known secrets in them' : `secrets redacted in ${formatNumber(redacted)}`;
  const message = `${counted(copied.rows, 'row')} copied, ${secrets}`;
  vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
  return message;
}
