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
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError } from '../../../../src/base/errors.ts';
import { describeFileFault } from '../../../../src/share/export/fileFault.ts';
import { writeLocalFile } from '../../../../src/share/export/partialFile.ts';

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
    const bytes = await writeLocalFile(target, async (file) => {
      for (const part of [text, 'short', text]) await file.write(part);
      assert.equal(await readFile(target, 'utf8'), 'old');
      assert.equal((await readdir(folder)).length, 2);
    });
    assert.equal(await readFile(target, 'utf8'), `${text}short${text}`);
    assert.equal(bytes, 800_005);
    assert.deepEqual(await readdir(folder), ['logs.csv']);
  });

  it('leaves the target unchanged and nothing behind if writing fails', async () => {
    await writeFile(target, 'old');
    const fault = new Error('stopped');
    const written = writeLocalFile(target, async (file) => {
      await file.write('x'.repeat(1_000_000));
      throw fault;
    });
    await assert.rejects(written, fault);
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['logs.csv']);
  });

  it('reports a folder that vanishes while it is being written', async () => {
    const sub = path.join(folder, 'sub');
    await mkdir(sub);
    const written = writeLocalFile(path.join(sub, 'logs.csv'), () => rm(sub, { recursive: true }));
    await assert.rejects(written, { code: 'ENOENT' });
  });

  it('keeps the permissions of the target, and a link that leads to it', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(target, 'old');
    await chmod(target, 0o600);
    const link = path.join(folder, 'link.csv');
    await symlink('logs.csv', link);
    await writeLocalFile(link, (file) => file.write('new'));
    assert.equal(await readlink(link), 'logs.csv');
    assert.equal(await readFile(target, 'utf8'), 'new');
    assert.equal((await stat(target)).mode & 0o777, 0o600);
  });

  const places: [string, () => Promise<string>, string, RegExp][] = [
    ['a folder', async () => folder, 'EISDIR', /A folder with this name already exists/],
    ['a missing folder', async () => path.join(folder, 'gone', 'x.csv'), 'ENOENT', /folder does not exist/],
    [
      'a read-only file',
      async () => {
        await writeFile(target, 'old');
        await chmod(target, 0o444);
        return target;
      },
      'EACCES',
      /read-only/,
    ],
    [
      'a link to nothing',
      async () => {
        await symlink('gone.csv', target);
        return target;
      },
      'DANGLING_LINK',
      /a symbolic link to a file that does not exist/,
    ],
    [
      'a pipe',
      async () => {
        execFileSync('/usr/bin/mkfifo', [target]);
        return target;
      },
      'NOT_A_FILE',
      /A device, pipe, or socket with this name already exists/,
    ],
    ['a device', async () => '/dev/null', 'NOT_A_FILE', /A device, pipe, or socket with this name/],
  ];
  for (const [what, prepare, code, reason] of places) {
    it(`refuses ${what}, with a reason`, async function () {
      if (process.platform === 'win32') this.skip();
      const place = await prepare();
      const before = await readdir(folder);
      await assert.rejects(
        writeLocalFile(place, async () => assert.fail('written')),
        (error: NodeJS.ErrnoException) => error.code === code && reason.test(describeFileFault(error) ?? ''),
      );
      assert.deepEqual(await readdir(folder), before);
    });
  }

  it('reports a full disk', async function () {
    if (process.platform !== 'linux') this.skip();
    const { FileHandle } = await open();
    const original = FileHandle.writeFile;
    FileHandle.writeFile = async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
    };
    try {
      await assert.rejects(
        writeLocalFile(target, (file) => file.write('x')),
        (error) => /disk is full/.test(describeFileFault(error) ?? ''),
      );
    } finally {
      FileHandle.writeFile = original;
    }
    assert.deepEqual(await readdir(folder), []);
  });
});

/** Returns the prototype of file handles, whose writes a test can let fail. */
async function open() {
  const { open: openFile } = await import('node:fs/promises');
  const handle = await openFile(process.execPath);
  const FileHandle = Object.getPrototypeOf(handle) as { writeFile: unknown };
  await handle.close();
  return { FileHandle };
}

describe('describeFileFault', () => {
  it('explains faults of files only', () => {
    const fault = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });
    assert.match(describeFileFault(fault('NoPermissions')) ?? '', /read-only/);
    assert.match(describeFileFault(fault('EMFILE', { syscall: 'open' })) ?? '', /not be written \(EMFILE\)/);
    assert.equal(describeFileFault(new ServiceError('timeout', 'late')), undefined);
    assert.equal(describeFileFault(new TypeError('mistake')), undefined);
  });
});
