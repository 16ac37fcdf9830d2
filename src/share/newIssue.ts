import * as vscode from 'vscode';
import { newIssuePage, parseRepository } from '../formats/issuePage.ts';
import type { LogCopy } from '../formats/logCopy.ts';
import { local, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { promptText } from '../ui/prompts.ts';
import { redactions } from './copyMessages.ts';

const STATE_KEY = 'issueRepository';

/** Returns the repository for issues: asked once, and again with `anew`. Undefined when cancelled. */
export async function repositoryOf(state: vscode.Memento, anew = false): Promise<string | undefined> {
  const known = state.get<string>(STATE_KEY);
  if (known !== undefined && !anew) return known;
  const answer = await promptText({
    title: t('Create Issue'),
    prompt: t(
      'Address of the repository for the issue, on GitHub, GitLab, Bitbucket or similar. Whoever reads the issue sees the base URL of your connection, which is in the link to the log.',
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

/** Opens the page of a new issue with the report's title; the report itself is on the clipboard already. */
export async function openNewIssue(
  state: vscode.Memento,
  repository: string,
  report: LogCopy,
): Promise<void> {
  const page = newIssuePage(repository, report.title);
  // Of a Uri the editor would encode the query anew: a title could then add parameters. A string is opened as it is.
  const isOpened = await vscode.env.openExternal(page as unknown as vscode.Uri);
  const message = sentences(
    isOpened
      ? t('Paste the bug report into the new issue: it is on the clipboard.')
      : t('The page was not opened. The bug report is on the clipboard.'),
    redactions(report),
    ...report.notes.map(local),
  );
  const another = t('Other Repository…');
  const chosen = await vscode.window.showInformationMessage(message, another);
  const other = chosen === another ? await repositoryOf(state, true) : undefined;
  if (other !== undefined) await openNewIssue(state, other, report);
}
