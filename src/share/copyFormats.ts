/** Copies logs in a format that the user selects. To add a format, add it to `formats/logCopy.ts`. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { checkCurrent, type LogTarget } from '../connections/logTarget.ts';
import { COPY_FORMATS, type CopyFormat, copyFormats, type LogCopy } from '../formats/logCopy.ts';
import { doJob } from '../jobs.ts';
import { local, plural, t } from '../text/l10n.ts';
import { copyText, readLogs, type TextToCopy, tellCopied } from './copyText.ts';
import { writeSummary } from './exclusionRequest.ts';
import { copyRawData } from './rawData.ts';

/** Copies logs in a format. Resolves to true once they are on the clipboard. */
export async function copyLogs(app: App, given: readonly LogTarget[], format: CopyFormat): Promise<true> {
  // A button of the message applies to these logs, even if the connection changes before it is clicked.
  const targets = given.map((target) => app.logs.bound(target));
  const copy = textOf(app, targets, format);
  const written = await copyText(app, copy);
  const [first] = targets;
  const preview = () => {
    if (targets.length > 1 || !first) return app.previews.showText(t('Bug Report'), written.text);
    checkCurrent(first);
    app.previews.openLog(first);
  };
  tellCopied(copy, written, format === 'bugReport' ? preview : undefined);
  return true;
}

/** Returns the text of logs in a format. */
export function textOf(app: App, targets: readonly LogTarget[], format: CopyFormat): TextToCopy {
  const { name } = copyFormats[format];
  return { name, targets, write: (signal) => write(app, targets, format, signal) };
}

/** Reads logs and writes them in a format. Several bug reports are a single one. */
async function write(
  app: App,
  targets: readonly LogTarget[],
  format: CopyFormat,
  signal: AbortSignal,
): Promise<LogCopy> {
  if (format === 'bugReport' && targets.length > 1) return writeSummary(app, targets, undefined, signal);
  const { threads, version } = app;
  const logs = await readLogs(app, targets, signal);
  const redaction = await app.services.redaction();
  const request = { format, logs, detail: 'essential', redaction, version } as const;
  return doJob(threads, 'copyLogs', request, signal);
}

/** Copies the links of logs. */
export async function copyLinks(app: App, targets: readonly LogTarget[]): Promise<true> {
  const links = targets.map((target) => app.links.toLink(target));
  await vscode.env.clipboard.writeText(links.join('\n'));
  const said = plural(links.length, { one: 'Link copied', other: '{0} links copied' });
  vscode.window.setStatusBarMessage(`$(check) ${said}`, 5_000);
  return true;
}

/** Copies logs in the given format or, if it is not one, in the format that the user selects. */
export async function copyAs(
  app: App,
  targets: readonly LogTarget[],
  format?: unknown,
): Promise<true | undefined> {
  const rows = formatRows(app, targets);
  const placeHolder = plural(targets.length, {
    one: 'Select a format for {0} log',
    other: 'Select a format for {0} logs',
  });
  const given = rows.find((row) => row.format === format);
  const chosen = given ?? (await vscode.window.showQuickPick(rows, { title: t('Copy As'), placeHolder }));
  return chosen?.copy();
}

interface FormatRow extends vscode.QuickPickItem {
  readonly format: CopyFormat | 'rawData' | 'link';
  readonly copy: () => Promise<true | undefined>;
}

/** Returns the formats; the cURL command for the editor's default shell comes first. */
function formatRows(app: App, targets: readonly LogTarget[]): FormatRow[] {
  const [exact, essential] = [t('Exact'), t('Essential')];
  const usual = usesPowerShell(vscode.env.shell, process.platform) ? 'curlPowerShell' : 'curl';
  const formats = [usual, ...COPY_FORMATS.filter((format) => format !== usual)] as const;
  const rows = formats.map((format): FormatRow => {
    const { name } = copyFormats[format];
    const label = typeof name === 'object' ? local(name) : name;
    return {
      label: label.replace(/^\p{Ll}(?=\p{Ll})/u, (first) => first.toUpperCase()),
      description: format === 'bugReport' ? essential : exact,
      format,
      copy: () => copyLogs(app, targets, format),
    };
  });
  const [only] = targets.length === 1 ? targets : [];
  if (only)
    rows.push({
      label: t('Raw data'),
      description: exact,
      format: 'rawData',
      copy: () => copyRawData(app, only),
    });
  rows.push({ label: t('Link'), format: 'link', copy: () => copyLinks(app, targets) });
  return rows;
}

/** Returns true if commands for the editor's default shell use the syntax of PowerShell, which also runs from `cmd`. */
export function usesPowerShell(shell: string, platform: NodeJS.Platform): boolean {
  const name = shell.split(/[\\/]/).at(-1) ?? '';
  return name === '' ? platform === 'win32' : /^(?:pwsh|powershell|cmd)(?:\.exe)?$/i.test(name);
}
