import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { CommandId } from '../commandIds.ts';
import { isLogTarget, type LogTarget, targetId } from '../connections/logTarget.ts';
import { COPY_FORMATS, copyFormats } from '../formats/copyFormats.ts';
import { doJob } from '../jobs.ts';
import { local, plural, t } from '../text/l10n.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { copyText, readLogs, tellCopied } from './copyText.ts';
import { createIssue } from './createIssue.ts';
import { copyRawData, saveRawData } from './rawData.ts';
import { copyExclusionRequest, copyReports, REPORT, writeReport } from './reports.ts';

/**
 * Copies or saves logs. Resolves to true once the text is on the clipboard.
 * @param clicked one of `targets`
 */
type Share = (targets: readonly LogTarget[], clicked: LogTarget) => Promise<unknown>;

/** Registers the commands that copy logs, save them, and create issues. */
export function copyCommands(app: App): vscode.Disposable[] {
  const command = (id: CommandId, share: Share, failure = t('Nothing was copied.')) =>
    registerRowCommand(id, async (argument: unknown, selected: unknown) => {
      const clicked = await app.ask.log(argument);
      if (!clicked) return undefined;
      const targets = selectedLogs(app, argument, selected, clicked);
      const attempt = async (): Promise<unknown> => {
        try {
          return await share(targets, clicked);
        } catch (fault) {
          // Once the connection changed, the numbers of these logs might identify others.
          const isOutdated = targets.some(({ ending }) => ending?.aborted);
          return showFault(fault, failure, targets, isOutdated ? undefined : attempt);
        }
      };
      return attempt();
    });
  return [
    command('partnerLogs.copyAs', (logs) => copyAs(app, logs)),
    command('partnerLogs.copyBugReport', (logs) => copyReports(app, logs)),
    command('partnerLogs.copyExclusionRequest', (logs) => copyExclusionRequest(app, logs)),
    command('partnerLogs.copyLink', (logs) => copyLinks(app, logs)),
    command('partnerLogs.copyRawData', (_, log) => copyRawData(app, log)),
    command('partnerLogs.createIssue', (_, log) =>
      createIssue(app, () => copyText(app, REPORT, (signal) => writeReport(app, log, signal))),
    ),
    command('partnerLogs.saveRawData', (_, log) => saveRawData(app, log), t('Nothing was saved.')),
    command('partnerLogs.previewBugReport', async (_, log) => app.previews.openLog(log)),
  ];
}

/**
 * Returns the logs selected in the table or tree, in display order, if they include the clicked one. Otherwise, returns
 * only the clicked one.
 */
export function selectedLogs(app: App, argument: unknown, selected: unknown, clicked?: LogTarget) {
  const isPalette = argument === undefined || argument === null;
  const all = app.tableFocus.logsFor(argument) ?? (isPalette ? app.tree.selection : selected);
  const logs = Array.isArray(all) ? all.filter(isLogTarget) : [];
  return clicked && !logs.some((each) => targetId(each) === targetId(clicked)) ? [clicked] : logs;
}

/** Copies logs in the format that the user selects. The cURL command for the editor's default shell comes first. */
async function copyAs(app: App, targets: readonly LogTarget[]): Promise<true | undefined> {
  const { threads, version } = app;
  const usual = usesPowerShell(vscode.env.shell, process.platform) ? 'curlPowerShell' : 'curl';
  const formats = [usual, ...COPY_FORMATS.filter((format) => format !== usual)] as const;
  const rows = formats.map((format) => {
    const { name } = copyFormats[format];
    return { label: typeof name === 'string' ? name : local(name), description: t('Exact'), format };
  });
  const placeHolder = plural(targets.length, {
    one: 'Select a format for {0} log',
    other: 'Select a format for {0} logs',
  });
  const chosen = await vscode.window.showQuickPick(rows, { title: t('Copy As'), placeHolder });
  if (!chosen) return undefined;
  const { format, label } = chosen;
  const copy = await copyText(app, label, async (signal) => {
    const logs = await readLogs(app, targets, signal);
    return doJob(threads, 'writeCopy', { format, logs, version }, signal);
  });
  tellCopied(label, targets.length, copy);
  return true;
}

async function copyLinks({ links }: App, targets: readonly LogTarget[]): Promise<true> {
  await vscode.env.clipboard.writeText(targets.map((target) => links.toLink(target)).join('\n'));
  const said = plural(targets.length, { one: 'Link copied', other: '{0} links copied' });
  vscode.window.setStatusBarMessage(`$(check) ${said}`, 5_000);
  return true;
}

/** Returns true if commands for the editor's default shell use the syntax of PowerShell, which also runs from `cmd`. */
export function usesPowerShell(shell: string, platform: NodeJS.Platform): boolean {
  const name = shell.split(/[\\/]/).at(-1) ?? '';
  return name === '' ? platform === 'win32' : /^(?:pwsh|powershell|cmd)(?:\.exe)?$/i.test(name);
}
