import * as vscode from 'vscode';
import { PER_PAGE } from '../lists/pagedList.ts';
import { t } from '../text/l10n.ts';

/**
 * Prompts for a page number. Returns the zero-based position of the page's first row, or undefined if canceled.
 * @param total the number of rows; undefined if it is not known
 */
export async function askPage(total: number | undefined): Promise<number | undefined> {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / PER_PAGE));
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
  return typed === undefined ? undefined : (Number(typed) - 1) * PER_PAGE;
}
