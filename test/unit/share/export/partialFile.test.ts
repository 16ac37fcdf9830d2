import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeFileFault } from '../../../../src/share/export/fileFault.ts';
import { PartialFile, partialName } from '../../../../src/share/export/partialFile.ts';

/** Sets the time of a file by the clock of the process, which differs from the disk's in `npm test -- days`. */
async function setTime(file: string, instant: number): Promise<void> {
  await utimes(file, new Date(instant), new Date(instant));
}

describe('PartialFile', () => {
  let folder: string;
  let target: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-export-'));
    target = path.join(folder, 'logs.csv');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('takes the place of the target at the end, and not before', async () => {
    await writeFile(target, 'old');
    const file = await PartialFile.create(target);
    const text = 'é'.repeat(200_000);
    await file.write(text);
    await file.write(text);
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.equal((await readdir(folder)).length, 2);
    await file.finish();
    assert.equal(await readFile(target, 'utf8'), text + text);
    assert.equal(file.bytes, 800_000);
    assert.deepEqual(await readdir(folder), ['logs.csv']);
  });

  it('leaves nothing behind when it is discarded', async () => {
    const file = await PartialFile.create(target);
    await file.write('x'.repeat(1_000_000));
    await file.discard();
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps the permissions of the target and what leads to it', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(target, 'old');
    await chmod(target, 0o600);
    const link = path.join(folder, 'link.csv');
    await symlink('logs.csv', link);
    const file = await PartialFile.create(link);
    await file.write('new');
    await file.finish();
    assert.equal(await readlink(link), 'logs.csv');
    assert.equal(await readFile(target, 'utf8'), 'new');
    assert.equal((await stat(target)).mode & 0o777, 0o600);
  });

  it('refuses a read-only target, a folder and a folder that is not there, each in words', async () => {
    await writeFile(target, 'old');
    await chmod(target, 0o444);
    await fails(PartialFile.create(target), 'EACCES', 'read-only');
    assert.equal(await readFile(target, 'utf8'), 'old');
    await mkdir(path.join(folder, 'sub'));
    await fails(
      PartialFile.create(path.join(folder, 'sub')),
      'EISDIR',
      'A folder with this name already exists',
    );
    await fails(PartialFile.create(path.join(folder, 'gone', 'logs.csv')), 'ENOENT', 'folder does not exist');
    await fails(PartialFile.create(path.join(target, 'logs.csv')), 'ENOTDIR', 'folder does not exist');
    assert.deepEqual((await readdir(folder)).sort(), ['logs.csv', 'sub']);
  });

  it('refuses a link to nothing, a pipe, a device and a socket, and leaves each', async function () {
    if (process.platform === 'win32') this.skip();
    await symlink('gone.csv', target);
    await fails(PartialFile.create(target), 'DANGLING_LINK', 'a symbolic link to a file that does not exist');
    assert.equal(await readlink(target), 'gone.csv');

    const pipe = path.join(folder, 'pipe.csv');
    execFileSync('/usr/bin/mkfifo', [pipe]);
    const link = path.join(folder, 'link.csv');
    await symlink('pipe.csv', link);
    for (const special of [pipe, link]) {
      await fails(
        PartialFile.create(special),
        'NOT_A_FILE',
        'A device, pipe, or socket with this name already exists',
      );
    }
    assert.ok((await stat(pipe)).isFIFO());
    await fails(
      PartialFile.create('/dev/null'),
      'NOT_A_FILE',
      'A device, pipe, or socket with this name already exists',
    );

    const socket = path.join(folder, 'socket.csv');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    await fails(
      PartialFile.create(socket),
      'NOT_A_FILE',
      'A device, pipe, or socket with this name already exists',
    );
    server.close();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('.')),
      [],
    );
  });

  it('does not replace what has taken the place of the target meanwhile', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await PartialFile.create(target);
    await file.write('new');
    execFileSync('/usr/bin/mkfifo', [target]);
    await fails(file.finish(), 'NOT_A_FILE', 'A device, pipe, or socket with this name already exists');
    await file.discard();
    assert.deepEqual(await readdir(folder), ['logs.csv']);
    assert.ok((await stat(target)).isFIFO());
  });

  for (const [swapped, put] of [
    ['a link to another file', (partial: string) => symlink(path.join(folder, 'elsewhere'), partial)],
    ['another file', (partial: string) => writeFile(partial, 'not ours')],
  ] as const) {
    it(`does not replace the target by ${swapped} that has taken the place of the partial file`, async function () {
      if (process.platform === 'win32') this.skip();
      await writeFile(target, 'old');
      const file = await PartialFile.create(target);
      await file.write('new');
      const name = (await readdir(folder)).find((each) => each.endsWith('.partial')) ?? assert.fail();
      await rm(path.join(folder, name));
      await put(path.join(folder, name));
      await fails(file.finish(), 'REPLACED', 'Another program replaced the file');
      await file.discard();
      assert.equal(await readFile(target, 'utf8'), 'old');
      assert.equal((await lstat(target)).isFile(), true);
      assert.deepEqual(await readdir(folder), ['logs.csv']);
    });
  }

  it('reports a name that is too long, and writes one of the greatest length', async () => {
    await fails(PartialFile.create(path.join(folder, `${'a'.repeat(252)}.csv`)), 'ENAMETOOLONG', 'too long');
    const longest = path.join(folder, `${'a'.repeat(251)}.csv`);
    const file = await PartialFile.create(longest);
    await file.write('new');
    await file.finish();
    assert.equal(await readFile(longest, 'utf8'), 'new');
  });

  it('writes into a folder that it may not list', async function () {
    if (process.getuid?.() === 0 || process.platform === 'win32') this.skip();
    await chmod(folder, 0o300);
    const file = await PartialFile.create(target);
    await file.finish();
    await chmod(folder, 0o700);
    assert.deepEqual(await readdir(folder), ['logs.csv']);
  });

  it('reports a folder that vanishes meanwhile', async () => {
    const sub = path.join(folder, 'sub');
    await mkdir(sub);
    const file = await PartialFile.create(path.join(sub, 'logs.csv'));
    await file.write('new');
    await rm(sub, { recursive: true });
    await fails(file.finish(), 'ENOENT', 'folder does not exist');
    await file.discard();
    assert.deepEqual(await readdir(folder), []);
  });

  it('clears what has not been written to for a day, and nothing else', async () => {
    const [abandoned, running, unrelated] = [partialName(), partialName(), '.partner-logs-notes.partial'];
    for (const name of [abandoned, running, unrelated]) {
      await writeFile(path.join(folder, name), 'part');
      const hours = name === running ? 23 : 25;
      await setTime(path.join(folder, name), Date.now() - hours * 60 * 60 * 1000);
    }

    const file = await PartialFile.create(target);
    await file.finish();
    assert.deepEqual((await readdir(folder)).sort(), [running, unrelated, 'logs.csv'].sort());
  });

  describe('PartialFile on a disk of its own', () => {
    let disk: string;

    beforeEach(async function () {
      disk = path.join(folder, 'disk');
      await mkdir(disk);
      if (!mounted(['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk])) this.skip();
    });
    afterEach(() => {
      spawnSync('/bin/umount', [disk]);
    });

    it('reports a full disk and leaves the old file unchanged', async () => {
      const file = path.join(disk, 'logs.csv');
      await writeFile(file, 'old');
      const partial = await PartialFile.create(file);
      await fails(
        (async () => {
          for (let part = 0; part < 10; part++) await partial.write('x'.repeat(100_000));
          await partial.finish();
        })(),
        'ENOSPC',
        'disk is full',
      );
      await partial.discard();
      assert.equal(await readFile(file, 'utf8'), 'old');
      assert.deepEqual(await readdir(disk), ['logs.csv']);
    });

    it('reports a read-only disk, from the start or later', async () => {
      const file = path.join(disk, 'logs.csv');
      const partial = await PartialFile.create(file);
      await partial.discard();
      execFileSync('/bin/mount', ['-o', 'remount,ro', disk]);
      await fails(PartialFile.create(file), 'EROFS', 'read-only');
      assert.deepEqual(await readdir(disk), []);
    });
  });
});

/** Returns true if mounting was permitted, which it is only for root. */
function mounted(args: readonly string[]): boolean {
  return process.platform === 'linux' && spawnSync('/bin/mount', args).status === 0;
}

async function fails(attempt: Promise<unknown>, code: string, sentence: string): Promise<void> {
  await assert.rejects(attempt, (error: NodeJS.ErrnoException) => {
    assert.equal(error.code, code);
    assert.ok(describeFileFault(error)?.includes(sentence), describeFileFault(error));
    return true;
  });
}
