/** Writes and reveals an export's target, which is a local file or a file that only the editor can access. */
import * as vscode from 'vscode';
import { partialName } from './partialFile.ts';

/**
 * Runs `write` on a local file, and then replaces the target with that file. Until then, the target is unchanged. If
 * anything fails, no temporary file remains.
 * @param storage a local folder for a file that must be copied to the target
 * @throws any error that `write` throws, the editor's `FileSystemError`, or an error with the code `NOT_A_FILE`
 */
export async function writeTarget<T>(
  target: vscode.Uri,
  storage: vscode.Uri,
  write: (path: string) => Promise<T>,
): Promise<T> {
  if (target.scheme === 'file') return write(target.fsPath);
  const { fs } = vscode.workspace;
  await checkTarget(target);
  await fs.createDirectory(storage);
  const local = vscode.Uri.joinPath(storage, partialName());
  const beside = vscode.Uri.joinPath(target, '..', partialName());
  try {
    const result = await write(local.fsPath);
    await fs.copy(local, beside);
    await checkTarget(target);
    if ((await fs.stat(beside)).type !== vscode.FileType.File)
      throw Object.assign(new Error('The file was replaced.'), { code: 'REPLACED' });
    await fs.rename(beside, target, { overwrite: true });
    return result;
  } finally {
    await removed(local);
    await removed(beside);
  }
}

/**
 * Rejects a target that is not a regular file, because the editor would delete it, including all of its contents if it
 * is a folder.
 */
async function checkTarget(target: vscode.Uri): Promise<void> {
  const existing = await vscode.workspace.fs.stat(target).then(undefined, () => undefined);
  if (existing === undefined || existing.type & vscode.FileType.File) return;
  if (existing.type & vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(target);
  throw Object.assign(new Error('The target is not a regular file.'), { code: 'NOT_A_FILE' });
}

async function removed(file: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.delete(file).then(undefined, () => {});
}

/** Returns the target's path, as shown to the user. */
export function targetPath(target: vscode.Uri): string {
  return target.scheme === 'file' ? target.fsPath : target.path;
}

/** Shows the target in its folder. */
export async function revealTarget(target: vscode.Uri): Promise<void> {
  const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && target.scheme === 'file';
  await vscode.commands.executeCommand(isDesktop ? 'revealFileInOS' : 'revealInExplorer', target);
}
