import * as vscode from 'vscode';
import { PER_PAGE } from '../lists/pagedList.ts';
import { t } from '../text/l10n.ts';

/**
 * Prompts for a page number. Returns the zero-based position of the page's first row, or undefined if canceled.
 * @param total the number of rows; undefined if it is not known
 */
export async function askPage(total = Number.POSITIVE_INFINITY): Promise<number | undefined> {
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  const prompt = Number.isFinite(last)
    ? t('Enter a page number from 1 to {0}', String(last))
    : t('Enter a number of 1 or more');
  const isPage = (text: string) =>
    /^\d{1,12}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= last;
  const typed = await vscode.window.showInputBox({
    ...{ title: t('Go to Page'), prompt, value: '1' },
    validateInput: (text) => (isPage(text) ? undefined : prompt),
  });
  return typed === undefined ? undefined : (Number(typed) - 1) * PER_PAGE;
}
