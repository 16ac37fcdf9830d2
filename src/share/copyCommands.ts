import type * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { CommandId } from '../commandIds.ts';
import { isLogTarget, type LogTarget, targetId } from '../connections/logTarget.ts';
import { t } from '../text/l10n.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { copyAs, copyLinks, copyLogs, textOf } from './copyFormats.ts';
import { copyText } from './copyText.ts';
import { createIssue } from './createIssue.ts';
import { copyExclusionRequest } from './exclusionRequest.ts';
import { copyRawData, saveRawData } from './rawData.ts';

/**
 * Copies or saves logs. Resolves to true once the text is on the clipboard.
 * @param clicked one of `targets`
 * @param format the command's last argument
 */
type Share = (targets: readonly LogTarget[], clicked: LogTarget, format: unknown) => Promise<unknown>;

/** Registers the commands that copy logs, save them, and create issues. */
export function copyCommands(app: App): vscode.Disposable[] {
  const command = (id: CommandId, share: Share, failure = t('Nothing was copied.')) =>
    registerRowCommand(id, async (argument: unknown, selected: unknown, format = selected) => {
      const clicked = await app.ask.log(argument);
      if (!clicked) return undefined;
      const targets = selectedLogs(app, argument, selected, clicked);
      const attempt = async (): Promise<unknown> => {
        try {
          return await share(targets, clicked, format);
        } catch (fault) {
          // Once the connection changed, the numbers of these logs might identify others.
          const isOutdated = targets.some(({ ending }) => ending?.aborted);
          return showFault(failure, fault, { targets, ...(isOutdated ? {} : { retry: attempt }) });
        }
      };
      return attempt();
    });
  return [
    command('partnerLogs.copyAs', (logs, _, format) => copyAs(app, logs, format)),
    command('partnerLogs.copyBugReport', (logs) => copyLogs(app, logs, 'bugReport')),
    command('partnerLogs.copyExclusionRequest', (logs) => copyExclusionRequest(app, logs)),
    command('partnerLogs.copyLink', (logs) => copyLinks(app, logs)),
    command('partnerLogs.copyRawData', (_, log) => copyRawData(app, log)),
    command('partnerLogs.createIssue', (_, log) =>
      createIssue(app.workspaceState, () => copyText(app, textOf(app, [log], 'bugReport'))),
    ),
    command('partnerLogs.saveRawData', (_, log) => saveRawData(app, log), t('Nothing was saved.')),
    command('partnerLogs.previewBugReport', async (_, log) => app.previews.openLog(log)),
  ];
}

/**
 * Returns the logs selected in the table or tree, in display order, if they include the clicked one. Otherwise, returns
 * only the clicked one.
 */
export function selectedLogs(
  { tableFocus, tree }: App,
  argument: unknown,
  selected: unknown,
  clicked: LogTarget | undefined,
): readonly LogTarget[] {
  const isPalette = argument === undefined || argument === null;
  const all = tableFocus.logsFor(argument) ?? (isPalette ? tree.selection : selected);
  const logs = Array.isArray(all) ? all.filter(isLogTarget) : [];
  return clicked && !logs.some((each) => targetId(each) === targetId(clicked)) ? [clicked] : logs;
}
