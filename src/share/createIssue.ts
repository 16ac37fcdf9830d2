/** Opens an issue tracker's page for creating an issue. */
import * as vscode from 'vscode';
import { newIssuePage, parseRepository } from '../formats/issuePage.ts';
import type { CopyFacts } from '../formats/logCopy.ts';
import { local, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { openPage } from '../ui/openPage.ts';
import { promptText } from '../ui/prompts.ts';
import { hiddenValues } from './copyMessages.ts';

const STATE_KEY = 'issueRepository';

/**
 * Returns the repository in which to create issues. Prompts for it the first time, or if `anew` is true. Returns
 * undefined if the user cancels.
 */
export async function repositoryOf(state: vscode.Memento, anew = false): Promise<string | undefined> {
  const known = state.get<string>(STATE_KEY);
  if (known !== undefined && !anew) return known;
  const answer = await promptText({
    title: t('Create Issue'),
    prompt: t(
      'URL of the repository for the issue, for example on GitHub, GitLab, or Bitbucket. Anyone who can read the issue can see your base URL, which is part of the log link.',
    ),
    placeholder: 'https://github.com/owner/repository',
    value: known ?? '',
    check: (value) => {
      const parsed = parseRepository(value);
      return parsed.ok ? undefined : local(parsed.problem);
    },
  });
  const parsed = typeof answer === 'object' ? parseRepository(answer.value) : undefined;
  if (!parsed?.ok) return undefined;
  await state.update(STATE_KEY, parsed.repository);
  return parsed.repository;
}

/**
 * Opens the page for creating an issue, with the report's title filled in. The report itself is already on the
 * clipboard.
 */
export async function openNewIssue(
  state: vscode.Memento,
  repository: string,
  report: CopyFacts,
): Promise<void> {
  const page = newIssuePage(repository, report.title);
  const isOpened = await openPage(page);
  const message = sentences(
    isOpened
      ? t('The bug report is on the clipboard. Paste it into the new issue.')
      : t('The page was not opened. The bug report is on the clipboard.'),
    ...hiddenValues(report),
    ...report.notes.map(local),
  );
  const another = t('Other Repository…');
  const chosen = await vscode.window.showInformationMessage(message, another);
  const other = chosen === another ? await repositoryOf(state, true) : undefined;
  if (other !== undefined) await openNewIssue(state, other, report);
}
