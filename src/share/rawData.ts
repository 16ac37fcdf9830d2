/** Copies and saves the raw data of a log, character for character. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { logFileName } from '../formats/exportedLog.ts';
import { doJob } from '../jobs.ts';
import { plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import type { UnusualCharacters } from '../text/strings.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { saveText } from './saveText.ts';

/** Copies the raw data. If the clipboard might change it, offers to save it to a file. */
export async function copyRawData(app: App, target: LogTarget): Promise<true | undefined> {
  const { rawData, unusual } = await read(app, target);
  const problem = problemOf(rawData, unusual);
  if (problem === undefined) return put(rawData);
  const [save, copyAnyway] = [t('Save Raw Data As…'), t('Copy Anyway')];
  const actions = rawData === '' ? [] : [save, copyAnyway];
  const act = async () => {
    const chosen = await vscode.window.showWarningMessage(problem, ...actions);
    if (chosen === save) await saveRawData(app, target);
    if (chosen === copyAnyway) await put(rawData);
  };
  act().catch((fault) => showFault(t('Nothing was copied.'), fault, { targets: [target] }));
  return undefined;
}

/** Saves the raw data as UTF-8. */
export async function saveRawData(app: App, target: LogTarget): Promise<undefined> {
  const { rawData, unusual } = await read(app, target);
  const bytes = await saveText(app, logFileName(target.key, 'txt'), t('Save Raw Data'), rawData);
  if (bytes === undefined) return;
  const said = sentences(
    plural(bytes, {
      one: 'Raw data saved, nothing redacted ({0} byte of UTF-8).',
      other: 'Raw data saved, nothing redacted ({0} bytes of UTF-8).',
    }),
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
      const { workerFile } = app;
      return { rawData, unusual: await doJob('unusualCharacters', rawData, { workerFile, signal }) };
    },
    app.closing,
  );
}

async function put(rawData: string): Promise<true> {
  await vscode.env.clipboard.writeText(rawData);
  const said = plural(rawData.length, {
    one: 'Raw data copied, nothing redacted ({0} character)',
    other: 'Raw data copied, nothing redacted ({0} characters)',
  });
  vscode.window.setStatusBarMessage(`$(check) ${said}`, 5_000);
  return true;
}

/** Returns the reason why raw data cannot be copied exactly, or undefined if it can be. */
function problemOf(rawData: string, { nuls, loneSurrogates }: UnusualCharacters): string | undefined {
  if (rawData === '') return sentences(t('The raw data of this log is empty.'), t('Nothing was copied.'));
  return nuls + loneSurrogates === 0
    ? undefined
    : t(
        'Nothing was copied, because the raw data contains NUL characters or unpaired surrogates, which the clipboard might change. It can be saved as a file.',
      );
}
