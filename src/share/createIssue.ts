/** Opens an issue tracker's page for creating an issue. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { newIssuePage, parseRepository } from '../formats/issuePage.ts';
import { type CopyFacts, copyFormats } from '../formats/logCopy.ts';
import { local, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { promptText } from '../ui/prompts.ts';
import { copyText, hiddenValues, offer, writer } from './copyLogs.ts';

const STATE_KEY = 'issueRepository';

/** Copies the report, then opens the page for creating an issue, where the user can paste it. */
export async function createIssue(app: App, target: LogTarget): Promise<true | undefined> {
  const repository = await repositoryOf(app.workspaceState);
  if (repository === undefined) return undefined;
  const targets = [target];
  const write = writer(app, targets, 'bugReport');
  const report = await copyText(app, { ...copyFormats.bugReport, targets, write });
  if (!report) return undefined;
  offer(targets, () => openNewIssue(app.workspaceState, repository, report));
  return true;
}

/**
 * Returns the repository in which to create issues, which is stored for the workspace. Prompts for it the first time,
 * or if `isOther` is true. Returns undefined if the user cancels.
 */
export async function repositoryOf(state: vscode.Memento, isOther = false): Promise<string | undefined> {
  const known = state.get<string>(STATE_KEY);
  if (known !== undefined && !isOther) return known;
  const answer = await promptText({
    title: t('Create Issue'),
    prompt: t(
      'URL of the repository for the issue, for example on GitHub, GitLab, or Bitbucket. Anyone who can read the issue can see your base URL, which is part of the log link.',
    ),
    placeholder: 'https://github.com/owner/repository',
    value: known ?? gitRemote() ?? '',
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

/** The part of the API of the editor's Git extension that is used. */
interface Git {
  getAPI(version: 1): {
    readonly repositories: readonly {
      readonly state: { readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[] };
    }[];
  };
}

/** Returns the URL of the remote of the workspace's Git repository, if the Git extension is running and knows one. */
function gitRemote(): string | undefined {
  try {
    const git = vscode.extensions.getExtension<Git>('vscode.git');
    const [repository] = (git?.isActive && git.exports.getAPI(1).repositories) || [];
    const remotes = repository?.state.remotes ?? [];
    const url = (remotes.find(({ name }) => name === 'origin') ?? remotes[0])?.fetchUrl;
    const parsed = url === undefined ? undefined : parseRepository(url);
    return parsed?.ok ? parsed.repository : undefined;
  } catch {
    return undefined; // The extension throws if Git is turned off.
  }
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
  // A URI object would be encoded again, which could let a title add parameters. A string is opened as is.
  const isOpened = await vscode.env.openExternal(page as unknown as vscode.Uri);
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
