import * as vscode from 'vscode';
import { type HeaderLink, readHeaderLinks } from '../formats/headerLinks.ts';
import { SecretNames } from '../redaction/secretNames.ts';
import { local } from '../text/l10n.ts';
import { redactionSetting } from './redactionSetting.ts';

/** The problems that have already been shown; each is shown only once. */
const shown = new Set<string>();

/** Returns the links from the setting, which a workspace cannot set; shows a warning about headers without a link. */
export function headerLinks(): readonly HeaderLink[] {
  const setting: unknown = vscode.workspace.getConfiguration('partnerLogs').get('headerLinks');
  const names = new SecretNames(redactionSetting().names);
  const { links, problems } = readHeaderLinks(setting, (name) => names.ofHeader(name) !== undefined);
  for (const problem of problems.map(local)) {
    if (!shown.has(problem)) void vscode.window.showWarningMessage(problem);
    shown.add(problem);
  }
  return links;
}
