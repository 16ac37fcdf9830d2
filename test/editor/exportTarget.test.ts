import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeTarget } from '../../src/share/export/exportTarget.ts';
import { describeFileFault } from '../../src/share/export/fileFault.ts';

const LINK = vscode.FileType.File | vscode.FileType.SymbolicLink;

/** Files that only the editor can access, in a single in-memory folder. */
class MemoryFiles implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readOnly = false;
  /** The file that is a link. */
  link: string | undefined;
  /** Called with the path of each file that was written. */
  onWritten = (_path: string) => {};
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
    const type = uri.path === this.link ? LINK : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: this.#get(uri).length };
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    if (this.readOnly) throw vscode.FileSystemError.NoPermissions(uri);
    this.files.set(uri.path, content);
    this.onWritten(uri.path);
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

describe('exportTarget', () => {
  const target = vscode.Uri.parse('partner-logs-memory:/logs.csv');
  let memory: MemoryFiles;
  let registration: vscode.Disposable;
  let storage: string;

  beforeEach(async () => {
    memory = new MemoryFiles();
    memory.files.set('/logs.csv', Buffer.from('old'));
    registration = vscode.workspace.registerFileSystemProvider(target.scheme, memory);
    storage = await mkdtemp(path.join(tmpdir(), 'partner-logs-storage-'));
  });
  afterEach(async () => {
    registration.dispose();
    await rm(storage, { recursive: true, force: true });
  });

  const text = () => Buffer.from(memory.files.get('/logs.csv') ?? []).toString();

  it('is replaced where only the editor reaches, by way of the storage', async () => {
    const result = await writeTarget(target, vscode.Uri.file(storage), async (file) => {
      assert.equal(path.dirname(file), storage);
      await writeFile(file, 'new');
      assert.equal(text(), 'old');
      return 'done';
    });
    assert.equal(result, 'done');
    assert.equal(text(), 'new');
    assert.deepEqual([...memory.files.keys()], ['/logs.csv']);
    assert.deepEqual(await readdir(storage), []);
  });

  it('stays as it was when it cannot be written, and says why', async () => {
    memory.readOnly = true;
    const written = writeTarget(target, vscode.Uri.file(storage), (file) => writeFile(file, 'new'));
    await assert.rejects(written, (error) => {
      assert.match(describeFileFault(error) ?? 'nothing said', /read-only/);
      return true;
    });
    assert.equal(text(), 'old');
    assert.deepEqual([...memory.files.keys()], ['/logs.csv']);
    assert.deepEqual(await readdir(storage), []);
  });

  for (const [path, reason] of [
    ['/folder', /A folder with this name already exists/],
    ['/pipe', /A device, pipe, or socket with this name already exists/],
  ] as const) {
    it(`stays as it was when ${path} is no file`, async () => {
      memory.files.set(path, Buffer.from('old'));
      const written = writeTarget(target.with({ path }), vscode.Uri.file(storage), (file) =>
        writeFile(file, 'new'),
      );
      await assert.rejects(written, (error) => {
        assert.match(describeFileFault(error) ?? 'nothing said', reason);
        return true;
      });
      assert.equal(Buffer.from(memory.files.get(path) ?? []).toString(), 'old');
      assert.equal(memory.files.size, 2);
      assert.deepEqual(await readdir(storage), []);
    });
  }

  it('stays as it was when another program put a link in the place of the new file', async () => {
    memory.onWritten = (path) => {
      memory.link = path;
    };
    const written = writeTarget(target, vscode.Uri.file(storage), (file) => writeFile(file, 'new'));
    await assert.rejects(written, (error) => {
      assert.match(describeFileFault(error) ?? 'nothing said', /Another program replaced the file/);
      return true;
    });
    assert.equal(text(), 'old');
    assert.deepEqual([...memory.files.keys()], ['/logs.csv']);
    assert.deepEqual(await readdir(storage), []);
  });

  it('stays as it was when the export fails', async () => {
    const fault = new Error('stopped');
    const written = writeTarget(target, vscode.Uri.file(storage), async (file) => {
      await writeFile(file, 'half');
      throw fault;
    });
    await assert.rejects(written, fault);
    assert.equal(text(), 'old');
    assert.deepEqual(await readdir(storage), []);
  });
});
