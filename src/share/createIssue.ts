/** Opens an issue tracker's page for creating an issue. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LogCopy } from '../formats/copyFormats.ts';
import { newIssuePage, parseRepository } from '../formats/issuePage.ts';
import { local, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { promptText } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { cautions } from './copyText.ts';

const STATE_KEY = 'issueRepository';

/**
 * Prompts for the repository, copies a report, and opens the page for creating an issue with the report's title filled
 * in, where the user can paste the report. The page and the message are not waited for.
 * @param copy copies the report; returns undefined if there is none
 */
export async function createIssue(
  { workspaceState }: App,
  copy: () => Promise<LogCopy | undefined>,
): Promise<true | undefined> {
  const answer = await promptText({
    title: t('Create Issue'),
    prompt: t(
      'URL of the repository for the issue, for example on GitHub, GitLab, or Bitbucket. Anyone who can read the issue can see your base URL, which is part of the log link.',
    ),
    placeholder: 'https://github.com/owner/repository',
    value: workspaceState.get(STATE_KEY, ''),
    check: (value) => {
      const parsed = parseRepository(value);
      return typeof parsed === 'string' ? undefined : local(parsed);
    },
  });
  const repository = typeof answer === 'object' ? parseRepository(answer.value) : undefined;
  if (typeof repository !== 'string') return undefined;
  await workspaceState.update(STATE_KEY, repository);
  const report = await copy();
  if (!report) return undefined;
  openNewIssue(repository, report).catch(showFault);
  return true;
}

async function openNewIssue(repository: string, report: LogCopy): Promise<void> {
  const page = newIssuePage(repository, report.title);
  // A URI object would be encoded again, which could let a title add parameters. A string is opened as is.
  const isOpened = await vscode.env.openExternal(page as unknown as vscode.Uri);
  const said = isOpened
    ? t('The bug report is on the clipboard. Paste it into the new issue.')
    : t('The page for the new issue was not opened. The bug report is on the clipboard.');
  void vscode.window.showInformationMessage(sentences(said, ...cautions(report)));
}
