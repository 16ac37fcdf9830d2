import type * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { isLogTarget, type LogTarget, targetId } from '../connections/logTarget.ts';
import { type AskLogOptions, askLog } from '../targets/askLog.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { promptChoice } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { NOT_COPIED } from './copyMessages.ts';
import { Sharing, type SharingOptions } from './shareLogs.ts';

export interface CopyCommandsOptions extends SharingOptions, AskLogOptions {}

/** Does something with logs; true once a text is on the clipboard. `clicked` is one of them. */
type Share = (targets: readonly LogTarget[], clicked: LogTarget) => Promise<boolean | undefined>;

/** Logs to the clipboard, to a file, to an issue. */
export function copyCommands(options: CopyCommandsOptions): vscode.Disposable[] {
  const sharing = new Sharing(options);
  const command = (id: CommandId, failure: Message, share: Share) =>
    registerCommand(id, async (argument: unknown, selected: unknown) => {
      const clicked = await askLog(argument, options);
      if (!clicked) return undefined;
      const targets = among(options.tableFocus.logsFor(argument) ?? selected, clicked);
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
    registerCommand('partnerLogs.copyAs', copyAs),
    copy('partnerLogs.copyBugReport', (logs) => sharing.copy('bugReport', logs)),
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

/** Runs the copy command that the user chooses, with the arguments given. */
async function copyAs(...given: unknown[]): Promise<void> {
  const chosen = await promptChoice<CommandId>({
    title: t('Copy As'),
    placeholder: t('Select a format'),
    choices: [
      { label: 'cURL', value: 'partnerLogs.copyCurl' },
      { label: t('cURL for PowerShell'), value: 'partnerLogs.copyCurlPowerShell' },
      { label: 'HAR', value: 'partnerLogs.copyHar' },
      { label: 'JSON', value: 'partnerLogs.copyJson' },
      { label: t('Link'), value: 'partnerLogs.copyLink' },
    ],
  });
  if (typeof chosen === 'object') await runCommand(chosen.value, ...given);
}

/** The logs that are selected in the tree or table, in its order, if the one that was clicked is among them; else that one alone. */
function among(selected: unknown, clicked: LogTarget): readonly LogTarget[] {
  const all = Array.isArray(selected) ? selected.filter(isLogTarget) : [];
  return all.some((each) => targetId(each) === targetId(clicked)) ? all : [clicked];
}
