import * as vscode from 'vscode';
import { type PartialFile, partialName, systemError, writeLocalFile } from './partialFile.ts';

/**
 * Runs `write` on a new file, and then replaces the target with that file. Until then, the target is unchanged. If
 * anything fails, no temporary file remains.
 * @param storage a local folder for a file that must be copied to a target that only the editor can access
 * @throws the errors of `writeLocalFile`, and the editor's `FileSystemError`
 */
export async function writeFile(
  target: vscode.Uri,
  storage: vscode.Uri,
  write: (file: PartialFile) => Promise<void>,
): Promise<number> {
  if (target.scheme === 'file') return writeLocalFile(target.fsPath, write);
  const { fs } = vscode.workspace;
  await checkTarget(target);
  await fs.createDirectory(storage);
  const local = vscode.Uri.joinPath(storage, partialName());
  const beside = vscode.Uri.joinPath(target, '..', partialName());
  try {
    const bytes = await writeLocalFile(local.fsPath, write);
    await fs.copy(local, beside);
    await checkTarget(target);
    await fs.rename(beside, target, { overwrite: true });
    return bytes;
  } finally {
    for (const file of [local, beside]) await fs.delete(file).then(undefined, () => {});
  }
}

/** Rejects a target that is not a regular file, because the editor would delete a folder with all its contents. */
async function checkTarget(target: vscode.Uri): Promise<void> {
  const existing = await vscode.workspace.fs.stat(target).then(undefined, () => undefined);
  if (existing === undefined || existing.type & vscode.FileType.File) return;
  if (existing.type & vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(target);
  throw systemError('NOT_A_FILE', 'The target is not a regular file.');
}
