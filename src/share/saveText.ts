import { homedir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { cutText } from '../text/strings.ts';
import { writeTarget } from './export/exportTarget.ts';
import { describeFileFault } from './export/fileFault.ts';
import { PartialFile } from './export/partialFile.ts';

export interface TextFile {
  /** The default file name. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** A local folder for files that cannot be written directly to their destination. */
  readonly storage: vscode.Uri;
}

/** Number of UTF-16 units to encode at once. */
const PART = 256 * 1024;

/**
 * Prompts for a file, writes the text to it as UTF-8, and returns the number of bytes, or undefined if the user
 * cancels. If writing fails, any existing file is unchanged, and the user can select another file.
 */
export async function saveText(file: TextFile): Promise<number | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1);
  const target = await vscode.window.showSaveDialog({
    title: file.title,
    defaultUri: vscode.Uri.joinPath(folder, file.name),
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (!target) return undefined;
  try {
    return await writeTarget(target, file.storage, (path) => write(path, file.text));
  } catch (error) {
    const fault = describeFileFault(error);
    if (fault === undefined) throw error;
    const another = t('Choose Another Location…');
    const chosen = await vscode.window.showErrorMessage(sentences(t('Nothing was saved.'), fault), another);
    return chosen === another ? saveText(file) : undefined;
  }
}

async function write(path: string, text: string): Promise<number> {
  const file = await PartialFile.create(path);
  try {
    for (let start = 0; start < text.length; ) {
      const part = cutText(text.slice(start, start + PART + 2), PART);
      await file.write(part);
      start += part.length;
      await setImmediate(); // Give other tasks a turn.
    }
    await file.finish();
    return file.bytes;
  } catch (error) {
    await file.discard();
    throw error;
  }
}
