/** Copies text about logs: reads the logs, puts the text on the clipboard, and says what was copied. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { ServiceError } from '../base/errors.ts';
import { valueSize } from '../base/values.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { LogCopy, LogToCopy } from '../formats/copyFormats.ts';
import { hiddenCount, joined } from '../redaction/segments.ts';
import { local, message, plural, t, type Value } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';

/**
 * Maximum length, in UTF-16 units, of text on the clipboard. Longer text would block the editor and most programs that
 * it is pasted into.
 */
const CLIPBOARD_LIMIT = 16 * 1024 * 1024;

/** Maximum total length, in UTF-16 units, of logs that are copied together. */
export const COPIED_LIMIT = 128 * 1024 * 1024;

/**
 * Writes a text and puts it on the clipboard.
 * @param name as in “Copied as …”
 */
export async function copyText(
  app: App,
  name: Value,
  write: (signal: AbortSignal) => Promise<LogCopy>,
): Promise<LogCopy> {
  const copy = await withProgress(t('Copying as {0}', name), write, app.closing);
  const text = joined(copy.segments);
  if (text.length > CLIPBOARD_LIMIT) throw tooLarge(CLIPBOARD_LIMIT);
  await vscode.env.clipboard.writeText(text);
  return copy;
}

/** Shows what was copied, what to consider before sharing it, and a Preview button. The caller does not wait. */
export function tellCopied(name: Value, logs: number, copy: LogCopy, preview?: () => void): void {
  const said = plural(logs, { one: 'Copied as {1}.', other: '{0} logs copied as {1}.' }, name);
  const buttons = preview ? [t('Preview')] : [];
  const text = sentences(said, ...cautions(copy));
  offer(vscode.window.showInformationMessage(text, ...buttons), () => preview?.());
}

/** Runs an action if the user clicks the button of a message. The caller does not wait. */
export function offer(shown: Thenable<string | undefined>, action: () => unknown): void {
  shown.then((button) => button && action()).then(undefined, showFault);
}

/** Returns sentences about hidden values, and what else to consider before sharing a copy. */
export function cautions({ segments, notes }: LogCopy): string[] {
  const hidden = hiddenCount(segments);
  return [...(hidden > 0 ? [hiddenText(hidden)] : []), ...notes.map(local)];
}

export function hiddenText(hidden: number): string {
  return plural(hidden, { one: '{0} value is hidden.', other: '{0} values are hidden.' });
}

export async function readLog(app: App, target: LogTarget, signal: AbortSignal): Promise<LogToCopy> {
  const log = await app.logs.get(target, signal);
  // Other users cannot open a log from a file.
  const link = app.services.fileFacts(target.connectionId) ? '' : app.links.toLink(target);
  return { log, row: target.row, link };
}

/** @throws ServiceError if a log cannot be read, or `too-large` if the logs are too large together */
export async function readLogs(
  app: App,
  targets: readonly LogTarget[],
  signal: AbortSignal,
): Promise<readonly LogToCopy[]> {
  const logs: LogToCopy[] = [];
  let size = 0;
  for (const target of targets) {
    const read = await readLog(app, target, signal);
    size += valueSize(read.log, COPIED_LIMIT, 0);
    if (size > COPIED_LIMIT) throw tooLarge(COPIED_LIMIT);
    logs.push(read);
  }
  return logs;
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('too-large', 'The text is too large to be copied.', {
    expected: message('at most {0} characters', limit),
  });
}
