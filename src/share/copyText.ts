/** Copies text about logs: reads the logs, writes the text, puts it on the clipboard, and says what was copied. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { ServiceError } from '../base/errors.ts';
import { valueSize } from '../base/values.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { CopyFacts, LogCopy, LogToCopy } from '../formats/logCopy.ts';
import { local, message, plural, t, type Value } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { showFailure } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';

/**
 * Maximum length, in UTF-16 units, of text on the clipboard. Longer text would block the editor and most programs that
 * it is pasted into.
 */
const CLIPBOARD_LIMIT = 16 * 1024 * 1024;

/** Maximum total length, in UTF-16 units, of logs that are copied together. */
export const COPIED_LIMIT = 128 * 1024 * 1024;

/** A text to copy. */
export interface TextToCopy {
  /** As in “Copied as …”. */
  readonly name: Value;
  readonly targets: readonly LogTarget[];
  readonly write: (signal: AbortSignal) => Promise<LogCopy>;
}

/** Writes a text and puts it on the clipboard. */
export async function copyText(app: App, { name, write }: TextToCopy): Promise<LogCopy> {
  const written = await withProgress(t('Copying as {0}', name), write, app.closing);
  if (written.text.length > CLIPBOARD_LIMIT) throw tooLarge(CLIPBOARD_LIMIT);
  await vscode.env.clipboard.writeText(written.text);
  return written;
}

/** Shows what was copied, what to consider before sharing it, and a Preview button. The caller does not wait. */
export function tellCopied({ name, targets }: TextToCopy, written: LogCopy, preview?: () => void): void {
  const said = plural(targets.length, { one: 'Copied as {1}.', other: '{0} logs copied as {1}.' }, name);
  const text = sentences(said, ...cautions(written));
  const buttons = preview ? [t('Preview')] : [];
  const show = async () => {
    if ((await vscode.window.showInformationMessage(text, ...buttons)) !== undefined) preview?.();
  };
  show().catch(showFailure);
}

/** Returns sentences about hidden values, and what else to consider before sharing a copy. */
export function cautions({ hidden, notes }: CopyFacts): string[] {
  const values = plural(hidden, { one: '{0} value is hidden.', other: '{0} values are hidden.' });
  return [...(hidden > 0 ? [values] : []), ...notes.map(local)];
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
    const log = await app.logs.get(target, signal);
    size += valueSize(log, COPIED_LIMIT, 0);
    if (size > COPIED_LIMIT) throw tooLarge(COPIED_LIMIT);
    logs.push({ log, row: target.row, link: sharedLink(app, target) });
  }
  return logs;
}

/**
 * Returns a link that other users can open. For a log from a file, this is the link to the original log, or an empty
 * string if no connection has it.
 */
export function sharedLink({ services, links }: App, target: LogTarget): string {
  const original = services.originalOf(target.connectionId);
  if (original) return links.toLink({ ...target, connectionId: original.id });
  return services.fileFacts(target.connectionId) ? '' : links.toLink(target);
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('too-large', 'The text is too large to be copied.', {
    expected: message('at most {0} characters', limit),
  });
}
