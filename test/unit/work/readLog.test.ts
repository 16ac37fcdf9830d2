import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { isFound } from '../../../src/http/match.ts';
import { english, message } from '../../../src/text/l10n.ts';
import { readLog } from '../../../src/work/logWork.ts';

const workerFile = new URL('../../../src/work/logWorker.ts', import.meta.url);
const signal = new AbortController().signal;
const large = {
  rawData: `GET / HTTP/1.1\r\n\r\n${'a'.repeat(100_000)}zz`,
  description: '',
  detectedValue: 'zz',
};

describe('readLog', function () {
  this.timeout(60_000);

  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function workerThat(source: string): Promise<string> {
    const file = path.join(folder, 'worker.mjs');
    await writeFile(file, source);
    return file;
  }

  it('gives what the job gives', async () => {
    const read = await readLog('readRawData', large, { workerFile, signal });
    assert.ok('result' in read);
    assert.deepEqual(
      isFound(read.result.matches) &&
        read.result.matches.matches.map(({ start, place }) => [start, english(place)]),
      [[large.rawData.length - 2, 'Body']],
    );
  });

  it('ends when the thread never answers', async () => {
    const silent = await workerThat(
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});",
    );
    const read = await readLog('readRawData', large, { workerFile: silent, signal, longest: 200 });
    assert.deepEqual(read, { problem: message('It took longer than {0} seconds.', 0.2) });
  });

  it('gives a thread 30 s, and 2 GiB', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const limits = path.join(folder, 'limits.json');
      const source = `import { writeFileSync } from 'node:fs';
        import { parentPort, resourceLimits } from 'node:worker_threads';
        parentPort.on('message', () => {});
        writeFileSync(${JSON.stringify(limits)}, JSON.stringify(resourceLimits));`;
      let hasEnded = false;
      const reading = readLog('readRawData', large, { workerFile: await workerThat(source), signal }).finally(
        () => {
          hasEnded = true;
        },
      );
      while (!existsSync(limits)) await turn();
      mock.timers.tick(29_999);
      for (let turns = 0; turns < 10; turns++) await turn();
      assert.equal(hasEnded, false);
      mock.timers.tick(1);
      while (!hasEnded) {
        mock.timers.tick(0);
        await turn();
      }
      assert.deepEqual(await reading, { problem: message('It took longer than {0} seconds.', 30) });
      assert.equal(JSON.parse(readFileSync(limits, 'utf8')).maxOldGenerationSizeMb, 2048);
    } finally {
      mock.timers.reset();
    }
  });

  for (const [what, source] of [
    ['ends', 'process.exit(0);'],
    ['throws', "throw new Error('an attacker’s text');"],
  ] as const) {
    it(`returns a problem when the thread ${what}`, async () => {
      const read = await readLog('readRawData', large, { workerFile: await workerThat(source), signal });
      assert.deepEqual(read, { problem: message('An error occurred.') });
    });
  }

  it('returns a problem when there is no thread', async () => {
    const missing = path.join(folder, 'missing.cjs');
    assert.deepEqual(await readLog('readRawData', large, { workerFile: missing, signal }), {
      problem: message('An error occurred.'),
    });
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const read = readLog('readRawData', large, { workerFile, signal: controller.signal });
    controller.abort();
    assert.deepEqual(await read, { problem: message('It was canceled.') });
  });
});
