import type * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { CommandId } from '../commandIds.ts';
import { isLogTarget, type LogTarget, targetId } from '../connections/logTarget.ts';
import { local, type Message, message } from '../text/l10n.ts';
import { registerRowCommand } from '../ui/rowCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { NOT_COPIED } from './copyMessages.ts';
import { Sharing, type SharingOptions } from './shareLogs.ts';

export interface CopyCommandsOptions extends SharingOptions {
  readonly ask: App['ask'];
  readonly tree: { readonly selection: readonly unknown[] };
}

/** Copies or saves logs. Resolves to true once the text is on the clipboard. `clicked` is one of `targets`. */
type Share = (targets: readonly LogTarget[], clicked: LogTarget) => Promise<boolean | undefined>;

/** Registers the commands that copy logs, save them, and create issues. */
export function copyCommands(options: CopyCommandsOptions): vscode.Disposable[] {
  const sharing = new Sharing(options);
  const command = (id: CommandId, failure: Message, share: Share) =>
    registerRowCommand(id, async (argument: unknown, selected: unknown) => {
      const clicked = await options.ask.log(argument);
      if (!clicked) return undefined;
      const isPalette = argument === undefined || argument === null;
      const targets = among(
        options.tableFocus.logsFor(argument) ?? (isPalette ? options.tree.selection : selected),
        clicked,
      );
      const attempt = async (): Promise<boolean | undefined> => {
        try {
          return await share(targets, clicked);
        } catch (fault) {
          return showFault(local(failure), fault, { targets, retry: attempt });
        }
      };
      return attempt();
    });
  const copy = (id: CommandId, share: Share) => command(id, NOT_COPIED, share);
  return [
    copy('partnerLogs.copyAs', (logs) => sharing.copyAs(logs)),
    copy('partnerLogs.copyBugReport', (logs) =>
      logs.length > 1 ? sharing.copySummary(logs) : sharing.copy('bugReport', logs),
    ),
    copy('partnerLogs.copyExclusionRequest', (logs) => sharing.copyExclusionRequest(logs)),
    copy('partnerLogs.copyBugReportExact', (logs) => sharing.copy('bugReport', logs, 'exact')),
    copy('partnerLogs.copyHar', (logs) => sharing.copy('har', logs)),
    copy('partnerLogs.copyCurl', (logs) => sharing.copy('curl', logs)),
    copy('partnerLogs.copyCurlPowerShell', (logs) => sharing.copy('curlPowerShell', logs)),
    copy('partnerLogs.copyJson', (logs) => sharing.copy('json', logs)),
    copy('partnerLogs.copyLink', (logs) => sharing.copyLinks(logs)),
    copy('partnerLogs.copyRawData', (_, log) => sharing.copyRawData(log)),
    copy('partnerLogs.createIssue', (_, log) => sharing.createIssue(log)),
    command('partnerLogs.saveRawData', message('Nothing was saved.'), (_, log) => sharing.saveRawData(log)),
    command('partnerLogs.previewBugReport', message('The preview could not be opened.'), (_, log) =>
      sharing.preview(log),
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
