import { homedir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { cutText } from '../text/strings.ts';
import { describeFileFault } from './export/fileFault.ts';
import { writeFile } from './export/writeFile.ts';

/** Number of UTF-16 units to encode at once. */
const PART = 256 * 1024;

/**
 * Prompts for a file, writes the text to it as UTF-8, and returns the number of bytes, or undefined if the user
 * cancels. If writing fails, any existing file is unchanged, and the user can select another file.
 */
export async function saveText(
  app: App,
  name: string,
  title: string,
  text: string,
): Promise<number | undefined> {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const target = await vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(usualFolder(), name),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!target) return undefined;
  try {
    return await writeFile(target, app.storage, async (file) => {
      for (let start = 0; start < text.length; ) {
        const part = cutText(text.slice(start, start + PART + 2), PART);
        await file.write(part);
        start += part.length;
        await setImmediate(); // Give other tasks a turn.
      }
    });
  } catch (error) {
    const fault = describeFileFault(error);
    if (fault === undefined) throw error;
    const another = t('Choose Another Location…');
    const chosen = await vscode.window.showErrorMessage(sentences(t('Nothing was saved.'), fault), another);
    return chosen === another ? saveText(app, name, title, text) : undefined;
  }
}

/** Returns the folder in which files are saved unless the user selects another one. */
export function usualFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}
