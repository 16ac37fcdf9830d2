/** The target of an export: a file of this machine, or one that only the editor can reach. */
import * as vscode from 'vscode';
import { partialName } from './partialFile.ts';

/**
 * Has `write` make a file of this machine, and puts it in the target's place. Until then the target is as it was, and
 * where anything fails nothing is left behind.
 *
 * @param storage a folder of this machine for what has to be copied
 * @throws what `write` throws, the editor's `FileSystemError`, or an error of code `NOT_A_FILE`
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

/** Refuses a target that is no regular file: the editor would delete it, folders with their content. */
async function checkTarget(target: vscode.Uri): Promise<void> {
  const existing = await vscode.workspace.fs.stat(target).then(undefined, () => undefined);
  if (existing === undefined || existing.type & vscode.FileType.File) return;
  if (existing.type & vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(target);
  throw Object.assign(new Error('The target is no regular file.'), { code: 'NOT_A_FILE' });
}

async function removed(file: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.delete(file).then(undefined, () => {});
}

/** Returns the target as shown to the user: its path, and the place when it is not on this machine. */
export function targetPath(target: vscode.Uri): string {
  return target.scheme === 'file' ? target.fsPath : target.path;
}

/** Shows the target among its neighbours. */
export async function revealTarget(target: vscode.Uri): Promise<void> {
  const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && target.scheme === 'file';
  await vscode.commands.executeCommand(isDesktop ? 'revealFileInOS' : 'revealInExplorer', target);
}
