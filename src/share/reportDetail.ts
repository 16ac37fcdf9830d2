import * as vscode from 'vscode';
import type { Detail } from '../redaction/redact.ts';

/** Returns the level of detail that the user has configured for reports. */
export function reportDetail(): Exclude<Detail, 'exact'> {
  const setting = vscode.workspace.getConfiguration('partnerLogs.report').get('detail');
  return setting === 'redacted' ? 'redacted' : 'essential';
}
