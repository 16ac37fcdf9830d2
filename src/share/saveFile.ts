/** Prompts for a file, and writes it. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { describeFileFault, notAFile, partialName, type TextParts, writeLocalFile } from './localFile.ts';

export interface FileToSave {
  readonly title: string;
  /** The suggested name. */
  readonly name: string;
  /** Says that nothing was saved. */
  readonly failure: string;
  /** Writes the file. If it rejects, an existing file must be unchanged. */
  readonly write: (target: vscode.Uri) => Promise<void>;
}

/**
 * Prompts for a file and writes it. If it cannot be written, the user can choose another location. Returns false if the
 * user cancels. Rejects like `write`, except for errors of the file.
 */
export async function saveFile(file: FileToSave): Promise<boolean> {
  const { title, name, failure, write } = file;
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!target) return false;
  try {
    await write(target);
    return true;
  } catch (error) {
    const reason = describeFileFault(error);
    if (reason === undefined) throw error;
    const another = t('Choose Another Location…');
    const chosen = await vscode.window.showErrorMessage(sentences(failure, reason), another);
    return chosen === another && saveFile(file);
  }
}

/**
 * Like `writeLocalFile`, for any file.
 * @param storage a local folder for a file that must be copied to a target that only the editor can access
 * @throws also the editor's `FileSystemError`
 */
export async function writeFile(target: vscode.Uri, storage: vscode.Uri, text: TextParts): Promise<void> {
  if (target.scheme === 'file') return writeLocalFile(target.fsPath, text);
  const { fs } = vscode.workspace;
  await fs.createDirectory(storage);
  const copy = vscode.Uri.joinPath(storage, partialName());
  const beside = vscode.Uri.joinPath(target, '..', partialName());
  try {
    await writeLocalFile(copy.fsPath, text);
    await fs.copy(copy, beside);
    // Renaming would delete a folder with all its contents.
    const existing = await fs.stat(target).then(undefined, () => undefined);
    if (existing && !(existing.type & vscode.FileType.File)) throw notAFile();
    await fs.rename(beside, target, { overwrite: true });
  } finally {
    for (const file of [copy, beside]) await fs.delete(file).then(undefined, () => {});
  }
}
