import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError } from '../../../src/base/errors.ts';
import { describeFileFault, writeLocalFile } from '../../../src/share/localFile.ts';

describe('writeLocalFile', () => {
  let folder: string;
  let target: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-export-'));
    target = path.join(folder, 'logs.csv');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('replaces the target at the end, and not before', async () => {
    await writeFile(target, 'old');
    const text = 'é'.repeat(200_000);
    async function* parts() {
      yield text;
      assert.equal(await readFile(target, 'utf8'), 'old');
      assert.equal((await readdir(folder)).length, 2);
      yield 'short';
    }
    await writeLocalFile(target, parts());
    assert.equal(await readFile(target, 'utf8'), `${text}short`);
    assert.deepEqual(await readdir(folder), ['logs.csv']);
  });

  for (const [code, reason] of [
    ['ENOSPC', /The disk is full/],
    ['EMFILE', /could not be written \(EMFILE\)/],
    [undefined, /^undefined$/],
  ] as const)
    it(`leaves the target unchanged and nothing behind if writing fails: ${code}`, async () => {
      await writeFile(target, 'old');
      const fault = Object.assign(new Error('x'), code && { code, syscall: 'write' });
      async function* parts() {
        yield 'x'.repeat(1_000_000);
        throw fault;
      }
      await assert.rejects(writeLocalFile(target, parts()), fault);
      assert.match(String(describeFileFault(fault)), reason);
      assert.equal(await readFile(target, 'utf8'), 'old');
      assert.deepEqual(await readdir(folder), ['logs.csv']);
    });

  it('removes the temporary files that a killed editor left in the folder, but not those of other exports', async () => {
    const [left = '', running = '', other = ''] = ['0a'.repeat(6), '0b'.repeat(6), 'notes'].map(
      (id) => `.partner-logs-${id}.partial`,
    );
    for (const name of [left, running, other]) await writeFile(path.join(folder, name), 'x');
    for (const name of [left, other]) await utimes(path.join(folder, name), 1, 1);
    await utimes(path.join(folder, running), new Date(), new Date());
    await writeLocalFile(target, one('new'));
    assert.deepEqual((await readdir(folder)).sort(), [running, other, 'logs.csv']);
  });

  it('keeps the permissions of the target, and a link that leads to it', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(target, 'old');
    await chmod(target, 0o666);
    const link = path.join(folder, 'link.csv');
    await symlink('logs.csv', link);
    await writeLocalFile(link, one('new'));
    assert.equal(await readlink(link), 'logs.csv');
    assert.equal(await readFile(target, 'utf8'), 'new');
    assert.equal((await stat(target)).mode & 0o777, 0o666);
  });

  const TAKEN = /^This name belongs to a folder, a device, or a link to a file that does not exist/;
  for (const [what, prepare, reason] of [
    ['a folder', () => mkdir(target), TAKEN],
    ['a missing folder', () => rm(folder, { recursive: true }), /folder does not exist/],
    ['a read-only file', () => writeFile(target, 'old', { mode: 0o444 }), /read-only/],
    ['a link to nothing', () => symlink('gone.csv', target), TAKEN],
    ['a pipe', async () => execFileSync('/usr/bin/mkfifo', [target]), TAKEN],
  ] as const)
    it(`refuses ${what}, with a reason`, async function () {
      if (process.platform === 'win32') this.skip();
      await prepare();
      const before = await readdir(folder).catch(() => []);
      await assert.rejects(writeLocalFile(target, one('new')), (error) =>
        reason.test(String(describeFileFault(error))),
      );
      assert.deepEqual(await readdir(folder).catch(() => []), before);
    });
});

async function* one(text: string) {
  yield text;
}

it('describeFileFault explains faults of files only', () => {
  const remote = Object.assign(new Error('x'), {
    code: 'NoPermissions',
    name: 'NoPermissions (FileSystemError)',
  });
  assert.match(String(describeFileFault(remote)), /read-only/);
  assert.equal(describeFileFault(new ServiceError('timeout', 'late')), undefined);
});
