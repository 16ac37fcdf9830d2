import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PartialFile } from '../../../../src/share/export/partialFile.ts';
import { isWhole } from '../../../proofs.ts';

const script = fileURLToPath(new URL('./stopAt.ts', import.meta.url));

const ROUNDS = isWhole ? 5 : 2;

describe('exportLogs, killed', function () {
  this.timeout(120_000);

  it(`leaves the target as it was at ${4 * ROUNDS} random points; an export on a later day clears up`, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-killed-'));
    const target = path.join(folder, 'logs.ndjson');
    try {
      await writeFile(target, 'old');
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(
          Array.from({ length: 4 }, () => killedAt(target, 1 + Math.floor(Math.random() * 400))),
        );
        assert.equal(await readFile(target, 'utf8'), 'old');
      }
      const left = (await readdir(folder)).filter((name) => name.endsWith('.partial'));
      assert.ok(left.length > 0, 'no process had begun to write');
      for (const name of left) await utimes(path.join(folder, name), 0, 0);
      const next = await PartialFile.create(target);
      await next.write('new');
      await next.finish();
      assert.equal(await readFile(target, 'utf8'), 'new');
      assert.deepEqual(await readdir(folder), ['logs.ndjson']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Runs an export up to a point and then kills it. */
async function killedAt(target: string, logs: number): Promise<void> {
  const child = spawn(process.execPath, [script, target, String(logs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGKILL');
  const [code, signal] = await ended;
  assert.deepEqual([code, signal], [null, 'SIGKILL'], `the export ended by itself, at ${logs}`);
}
