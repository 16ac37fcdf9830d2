import * as vscode from 'vscode';
import { t } from '../text/l10n.ts';

/**
 * Prompts for a page number; undefined if canceled.
 * @param last the number of the last page; undefined if it is not known
 */
export async function askPage(last: number | undefined): Promise<number | undefined> {
  const problem =
    last === undefined ? t('Enter a number of 1 or more') : t('Enter a number from 1 to {0}', String(last));
  const typed = await vscode.window.showInputBox({
    title: t('Go to Page'),
    prompt: last === undefined ? t('Page') : t('Enter a page number from 1 to {0}', String(last)),
    value: '1',
    validateInput: (text) =>
      /^\d{1,12}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= (last ?? Infinity)
        ? undefined
        : problem,
  });
  return typed === undefined ? undefined : Number(typed);
}
