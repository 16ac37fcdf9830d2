/** Copies text about logs: reads the logs, writes the text, puts it on the clipboard, and says what was copied. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { ServiceError } from '../base/errors.ts';
import { valueSize } from '../base/values.ts';
import { checkCurrent, type LogTarget } from '../connections/logTarget.ts';
import { logFileName } from '../formats/exportedLog.ts';
import {
  COPY_FORMATS,
  type CopyFormat,
  copyFormats,
  type LogCopy,
  type LogToCopy,
} from '../formats/logCopy.ts';
import { doJob } from '../jobs.ts';
import { local, message, plural, t, type Value } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { promptChoice } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { usesPowerShell } from './defaultShell.ts';
import { copyRawData } from './rawData.ts';
import { saveText } from './saveText.ts';

export const NOT_COPIED = message('Nothing was copied.');

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
  /** The extension of a file with the text. */
  readonly extension: string;
  readonly targets: readonly LogTarget[];
  readonly write: (signal: AbortSignal) => Promise<LogCopy>;
}

/** Writes a text and puts it on the clipboard. If it is too long, offers to save it, and returns undefined. */
export async function copyText(app: App, copy: TextToCopy): Promise<LogCopy | undefined> {
  const written = await withProgress(t('Copying as {0}', copy.name), copy.write, app.closing);
  const { text } = written;
  if (text.length > CLIPBOARD_LIMIT) {
    offer(copy.targets, () => saveInstead(app, copy, text));
    return undefined;
  }
  await vscode.env.clipboard.writeText(text);
  return written;
}

/** Shows what was copied, what to consider before sharing it, and buttons by label. The caller does not wait. */
export function tellCopied(
  { name, targets }: TextToCopy,
  written: LogCopy,
  buttons: Readonly<Record<string, () => unknown>> = {},
): void {
  const said = sentences(
    plural(targets.length, { one: 'Copied as {1}.', other: '{0} logs copied as {1}.' }, name),
    ...hiddenValues(written),
    ...written.notes.map(local),
  );
  offer(targets, async () => {
    const chosen = await vscode.window.showInformationMessage(said, ...Object.keys(buttons));
    if (chosen !== undefined) await buttons[chosen]?.();
  });
}

/** Returns the sentence about hidden values, if there are any. */
export function hiddenValues({ hidden }: Pick<LogCopy, 'hidden'>): string[] {
  return hidden > 0 ? [plural(hidden, { one: '{0} value is hidden.', other: '{0} values are hidden.' })] : [];
}

/** Offers something in a message. The command does not wait for it, and a failure is shown. */
export function offer(targets: readonly LogTarget[], show: () => Promise<unknown>): void {
  show().catch((fault) => showFault(local(NOT_COPIED), fault, { targets }));
}

/** Copies logs in a format. Resolves to true once they are on the clipboard. */
export async function copyLogs(
  app: App,
  given: readonly LogTarget[],
  format: CopyFormat,
): Promise<true | undefined> {
  // A button of the message applies to these logs, even if the connection changes before it is clicked.
  const targets = given.map((target) => app.logs.bound(target));
  const copy = { ...copyFormats[format], targets, write: writer(app, targets, format) };
  const written = await copyText(app, copy);
  if (!written) return undefined;
  const [first] = targets;
  const preview = async () => {
    if (targets.length > 1 || !first) return app.previews.showText(t('Bug Report'), written.text);
    checkCurrent(first);
    return app.previews.openLog(first);
  };
  const other = format === 'curl' ? t('Copy for PowerShell') : t('Copy for POSIX Shells');
  const copyOther = () => copyLogs(app, targets, format === 'curl' ? 'curlPowerShell' : 'curl');
  const isCurl = format === 'curl' || format === 'curlPowerShell';
  tellCopied(copy, written, {
    ...(format === 'bugReport' && { [t('Preview')]: preview }),
    ...(isCurl && { [other]: copyOther }),
  });
  return true;
}

/** Returns a function that reads logs and writes them in a format. */
export function writer(app: App, targets: readonly LogTarget[], format: CopyFormat) {
  return async (signal: AbortSignal): Promise<LogCopy> => {
    const { version, workerFile } = app;
    const logs = await readLogs(app, targets, signal);
    const redaction = await app.services.redaction();
    return doJob(
      'copyLogs',
      { format, logs, detail: 'essential', redaction, version },
      { workerFile, signal },
    );
  };
}

/** @throws ServiceError if a log cannot be read, or `out-of-memory` if the logs are too large together */
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
    if (size > COPIED_LIMIT)
      throw new ServiceError('too-large', 'The logs are too large to be copied together.', {
        expected: message('logs of at most {0} characters', COPIED_LIMIT),
      });
    logs.push({ log, row: target.row, link: sharedLink(app, target) });
  }
  return logs;
}

/**
 * Returns a link that other users can open. For a log from a file, this is the link to the original log, or an empty
 * string if no connection has it.
 */
export function sharedLink({ services, links }: Pick<App, 'services' | 'links'>, target: LogTarget): string {
  const original = services.originalOf(target.connectionId);
  if (original) return links.toLink({ ...target, connectionId: original.id });
  return services.fileFacts(target.connectionId) ? '' : links.toLink(target);
}

/** Copies the links of logs. */
export async function copyLinks(app: App, targets: readonly LogTarget[]): Promise<true> {
  const links = targets.map((target) => app.links.toLink(target));
  await vscode.env.clipboard.writeText(links.join('\n'));
  const said = plural(links.length, { one: 'Link copied', other: '{0} links copied' });
  vscode.window.setStatusBarMessage(`$(check) ${said}`, 5_000);
  return true;
}

type Choice = CopyFormat | 'rawData' | 'link';

/** Copies logs in the format that the user selects, or in the given one. */
export async function copyAs(
  app: App,
  targets: readonly LogTarget[],
  format?: unknown,
): Promise<true | undefined> {
  const choices = copyChoices(targets);
  const given = choices.find(({ value }) => value === format);
  const title = t('Copy As');
  const number = String(targets[0]?.key.idx);
  const placeholder =
    targets.length === 1
      ? t('Select a format for log {0}', number)
      : plural(targets.length, {
          one: 'Select a format for {0} log',
          other: 'Select a format for {0} logs',
        });
  const chosen = given ?? (await promptChoice<Choice>({ title, placeholder, choices }));
  if (typeof chosen !== 'object') return undefined;
  if (chosen.value === 'link') return copyLinks(app, targets);
  const [first] = targets;
  return chosen.value === 'rawData' ? first && copyRawData(app, first) : copyLogs(app, targets, chosen.value);
}

/** Returns the formats; the cURL command for the editor's default shell comes first. */
function copyChoices(targets: readonly LogTarget[]) {
  const exact = { description: t('Exact') };
  const usual = usesPowerShell(vscode.env.shell, process.platform) ? 'curlPowerShell' : 'curl';
  const formats = [usual, ...COPY_FORMATS.filter((format) => format !== usual)] as const;
  return [
    ...formats.map((value) => {
      const { name } = copyFormats[value];
      const label = typeof name === 'object' ? local(name) : name;
      const detail = value === 'bugReport' ? { description: t('Essential') } : exact;
      return { label: label.replace(/^\p{Ll}(?=\p{Ll})/u, (first) => first.toUpperCase()), ...detail, value };
    }),
    ...(targets.length === 1 ? [{ label: t('Raw data'), ...exact, value: 'rawData' } as const] : []),
    { label: t('Link'), value: 'link' } as const,
  ];
}

async function saveInstead(app: App, { name, extension, targets }: TextToCopy, text: string): Promise<void> {
  const said = sentences(
    t('The {0} text ({1} MiB) is too large for the clipboard.', name, Math.round(text.length / 1024 / 1024)),
    local(NOT_COPIED),
    t('It can be saved as a file.'),
  );
  const [saveAs, [first]] = [t('Save As…'), targets];
  if (!first || (await vscode.window.showWarningMessage(said, saveAs)) !== saveAs) return;
  const bytes = await saveText(app, logFileName(first.key, extension), t('Save Text'), text);
  if (bytes === undefined) return;
  const saved = plural(bytes, {
    one: 'Text saved ({0} byte of UTF-8).',
    other: 'Text saved ({0} bytes of UTF-8).',
  });
  void vscode.window.showInformationMessage(saved);
}
