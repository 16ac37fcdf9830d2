/** Copies and saves the raw data of a log, character for character. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { logFileName } from '../formats/exportedLog.ts';
import { doJob } from '../jobs.ts';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { cutText } from '../text/strings.ts';
import { showFailure } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { saveFile, writeFile } from './saveFile.ts';

/** Number of UTF-16 units to write at once. */
const PART = 256 * 1024;

/** Copies the raw data. If the clipboard might change it, offers to save it to a file. */
export async function copyRawData(app: App, target: LogTarget): Promise<true | undefined> {
  const { rawData, unusual } = await read(app, target);
  if (rawData === '' || unusual.nuls + unusual.loneSurrogates > 0) {
    offerToSave(app, target, rawData).catch(showFailure);
    return undefined;
  }
  await vscode.env.clipboard.writeText(rawData);
  vscode.window.setStatusBarMessage(`$(check) ${t('Raw data copied, nothing redacted')}`, 5_000);
  return true;
}

async function offerToSave(app: App, target: LogTarget, rawData: string): Promise<void> {
  const isEmpty = rawData === '';
  const problem = isEmpty
    ? sentences(t('The raw data of this log is empty.'), t('Nothing was copied.'))
    : t(
        'Nothing was copied, because the raw data contains NUL characters or unpaired surrogates, which the clipboard might change. It can be saved as a file.',
      );
  const save = t('Save Raw Data As…');
  const chosen = await vscode.window.showWarningMessage(problem, ...(isEmpty ? [] : [save]));
  if (chosen === save) await saveRawData(app, target);
}

/** Saves the raw data as UTF-8. */
export async function saveRawData(app: App, target: LogTarget): Promise<void> {
  const { rawData, unusual } = await read(app, target);
  const isSaved = await saveFile({
    title: t('Save Raw Data'),
    name: logFileName(target.key, 'txt'),
    failure: t('Nothing was saved.'),
    write: (file) => writeFile(file, app.storage, partsOf(rawData)),
  });
  if (!isSaved) return;
  const said = sentences(
    t('Raw data saved, nothing redacted.'),
    ...(unusual.loneSurrogates > 0
      ? [t("Unpaired surrogates became U+FFFD, because UTF-8 can't encode them.")]
      : []),
  );
  void vscode.window.showInformationMessage(said);
}

function read(app: App, target: LogTarget) {
  return withProgress(
    t('Reading the raw data'),
    async (signal) => {
      const { rawData } = await app.logs.get(target, signal);
      return { rawData, unusual: await doJob(app.threads, 'unusualCharacters', rawData, signal) };
    },
    app.closing,
  );
}

async function* partsOf(text: string): AsyncGenerator<string, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const part = cutText(text.slice(start, start + PART + 2), PART);
    yield part;
    start += part.length;
  }
}
