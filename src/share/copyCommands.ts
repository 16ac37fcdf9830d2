import type * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { CommandId } from '../commandIds.ts';
import { isLogTarget, type LogTarget, targetId } from '../connections/logTarget.ts';
import { t } from '../text/l10n.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { copyAs, copyLinks, copyLogs } from './copyLogs.ts';
import { createIssue } from './createIssue.ts';
import { copyRawData, saveRawData } from './rawData.ts';
import { copyExclusionRequest, copyReportOfMany } from './summaries.ts';

/**
 * Copies or saves logs. Resolves to true once the text is on the clipboard.
 * @param clicked one of `targets`
 * @param format the command's last argument
 */
type Share = (targets: readonly LogTarget[], clicked: LogTarget, format: unknown) => Promise<unknown>;

/** Registers the commands that copy logs, save them, and create issues. */
export function copyCommands(app: App): vscode.Disposable[] {
  const command = (id: CommandId, share: Share, failure = () => t('Nothing was copied.')) =>
    registerRowCommand(id, async (argument: unknown, selected: unknown, format = selected) => {
      const clicked = await app.ask.log(argument);
      if (!clicked) return undefined;
      const isPalette = argument === undefined || argument === null;
      const targets = among(
        app.tableFocus.logsFor(argument) ?? (isPalette ? app.tree.selection : selected),
        clicked,
      );
      const attempt = async (): Promise<unknown> => {
        try {
          return await share(targets, clicked, format);
        } catch (fault) {
          return showFault(failure(), fault, { targets, retry: attempt });
        }
      };
      return attempt();
    });
  return [
    command('partnerLogs.copyAs', (logs, _, format) => copyAs(app, logs, format)),
    command('partnerLogs.copyBugReport', (logs) =>
      logs.length > 1 ? copyReportOfMany(app, logs) : copyLogs(app, logs, 'bugReport'),
    ),
    command('partnerLogs.copyExclusionRequest', (logs) => copyExclusionRequest(app, logs)),
    command('partnerLogs.copyLink', (logs) => copyLinks(app, logs)),
    command('partnerLogs.copyRawData', (_, log) => copyRawData(app, log)),
    command('partnerLogs.createIssue', (_, log) => createIssue(app, log)),
    command(
      'partnerLogs.saveRawData',
      (_, log) => saveRawData(app, log),
      () => t('Nothing was saved.'),
    ),
    command(
      'partnerLogs.previewBugReport',
      async (_, log) => app.previews.openLog(log),
      () => t('The preview could not be opened.'),
    ),
  ];
}

/**
 * Returns the logs selected in the tree or table, in display order, if they include the clicked one. Otherwise, returns
 * only the clicked one.
 */
function among(selected: unknown, clicked: LogTarget): readonly LogTarget[] {
  const all = Array.isArray(selected) ? selected.filter(isLogTarget) : [];
  return all.some((each) => targetId(each) === targetId(clicked)) ? all : [clicked];
}
