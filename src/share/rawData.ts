/** Copies and saves the raw data of a log, character for character. */
import { toUSVString } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { logFileName } from '../formats/exportedLog.ts';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { withProgress } from '../ui/withProgress.ts';
import { offer } from './copyText.ts';
import { saveFile, writeFile } from './saveFile.ts';

/** Copies the raw data. If the clipboard might change it, offers to save it to a file. */
export async function copyRawData(app: App, target: LogTarget): Promise<true | undefined> {
  const rawData = await read(app, target);
  if (rawData === '') {
    const empty = sentences(t('The raw data of this log is empty.'), t('Nothing was copied.'));
    void vscode.window.showWarningMessage(empty);
    return undefined;
  }
  if (rawData.includes('\0') || toUSVString(rawData) !== rawData) {
    const problem = t(
      'Nothing was copied, because the raw data contains NUL characters or unpaired surrogates, which the clipboard might change. It can be saved as a file.',
    );
    const shown = vscode.window.showWarningMessage(problem, t('Save Raw Data As…'));
    offer(shown, () => saveRawData(app, target));
    return undefined;
  }
  await vscode.env.clipboard.writeText(rawData);
  vscode.window.setStatusBarMessage(`$(check) ${t('Raw data copied without redaction')}`, 5_000);
  return true;
}

/** Saves the raw data as UTF-8. */
export async function saveRawData(app: App, target: LogTarget): Promise<void> {
  const rawData = await read(app, target);
  const isSaved = await saveFile({
    title: t('Save Raw Data'),
    name: logFileName(target.key, 'txt'),
    failure: t('Nothing was saved.'),
    write: (file) => writeFile(file, app.storage, [rawData]),
  });
  if (!isSaved) return;
  const changed = t("Unpaired surrogates became U+FFFD, because UTF-8 can't encode them.");
  const isChanged = toUSVString(rawData) !== rawData;
  const said = sentences(t('Raw data saved without redaction.'), ...(isChanged ? [changed] : []));
  void vscode.window.showInformationMessage(said);
}

async function read(app: App, target: LogTarget): Promise<string> {
  const work = (signal: AbortSignal) => app.logs.get(target, signal);
  return (await withProgress(t('Reading the raw data'), work, app.closing)).rawData;
}
