import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { describeFileFault } from '../../src/share/localFile.ts';
import { writeFile } from '../../src/share/saveFile.ts';
import { MemoryFiles } from './memoryFiles.ts';

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
    async function* parts() {
      yield 'new';
      assert.equal(text(), 'old');
    }
    await writeFile(target, vscode.Uri.file(storage), parts());
    assert.equal(text(), 'new');
    assert.deepEqual([...memory.files.keys()], ['/logs.csv']);
    assert.deepEqual(await readdir(storage), []);
  });

  for (const [path, reason] of [
    ['/logs.csv', /read-only/],
    ['/folder', /This name belongs to a folder/],
    ['/pipe', /This name belongs to a folder, a device/],
  ] as const) {
    it(`stays as it was when ${path} cannot be replaced`, async () => {
      memory.files.set(path, Buffer.from('old'));
      const before = [...memory.files.keys()];
      memory.readOnly = path === '/logs.csv';
      async function* parts() {
        yield 'new';
      }
      const written = writeFile(target.with({ path }), vscode.Uri.file(storage), parts());
      await assert.rejects(written, (error) => reason.test(describeFileFault(error) ?? ''));
      assert.equal(Buffer.from(memory.files.get(path) ?? []).toString(), 'old');
      assert.deepEqual([...memory.files.keys()], before);
      assert.deepEqual(await readdir(storage), []);
    });
  }
});
