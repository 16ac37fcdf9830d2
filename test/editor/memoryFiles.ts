import * as vscode from 'vscode';

/** Files that only the editor can access, in a single in-memory folder. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readOnly = false;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch = () => new vscode.Disposable(() => {});
  createDirectory = () => {};
  readDirectory = () =>
    [...this.files.keys()].map((name): [string, vscode.FileType] => [name, vscode.FileType.File]);
  readFile = (uri: vscode.Uri) => this.#get(uri);

  stat(uri: vscode.Uri): vscode.FileStat {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    if (uri.path === '/folder') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    if (uri.path === '/pipe') return { type: vscode.FileType.Unknown, ctime: 0, mtime: 0, size: 0 };
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.#get(uri).length };
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    if (this.readOnly) throw vscode.FileSystemError.NoPermissions(uri);
    this.files.set(uri.path, content);
  }

  delete(uri: vscode.Uri): void {
    this.#get(uri);
    this.files.delete(uri.path);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.files.set(to.path, this.#get(from));
    this.files.delete(from.path);
  }

  #get(uri: vscode.Uri): Uint8Array {
    const content = this.files.get(uri.path);
    if (!content) throw vscode.FileSystemError.FileNotFound(uri);
    return content;
  }
}
