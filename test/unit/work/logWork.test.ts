import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isServiceError } from '../../../src/base/errors.ts';
import { valueSize } from '../../../src/base/valueSize.ts';
import { type CopyRequest, copyLogs } from '../../../src/formats/logCopy.ts';
import { doJob } from '../../../src/work/logWork.ts';
import { aLog, essential } from '../formats/logs.ts';

const workerFile = new URL('../../../src/work/logWorker.ts', import.meta.url);
const never = new AbortController().signal;

function requestWith(rawData: string): CopyRequest {
  const log = aLog({ rawData, request: { firstLine: undefined, headers: [['Cookie', 'sid=s3cr3t-value']] } });
  return {
    format: 'bugReport',
    logs: [{ log, row: undefined, link: 'vscode://x' }],
    detail: 'essential',
    redaction: essential,
    version: '1',
  };
}

const long = `POST / HTTP/1.1\r\nCookie: sid=s3cr3t-value\r\n\r\n${'text & more \ud800'.repeat(500_000)}`;

describe('doJob', function () {
  this.timeout(120_000);

  it('gives the same in a thread as here', async () => {
    for (const request of [requestWith('GET / HTTP/1.1\r\n\r\n'), requestWith(long)]) {
      assert.deepEqual(await doJob('copyLogs', request, { workerFile, signal: never }), copyLogs(request));
    }
  });

  it('counts what is unusual in a long text', async () => {
    const text = `${'a'.repeat(70_000)}\0\0\ud800😀`;
    const counted = await doJob('unusualCharacters', text, { workerFile, signal: never });
    assert.deepEqual(counted, { nuls: 2, loneSurrogates: 1 });
  });

  it('needs no thread for a short log', async () => {
    const missing = new URL('nowhere.ts', import.meta.url);
    const copy = await doJob('copyLogs', requestWith('GET /'), { workerFile: missing, signal: never });
    assert.match(copy.text, /sid=‹12 characters›/);
    await assert.rejects(doJob('copyLogs', requestWith(long), { workerFile: missing, signal: never }));
  });

  it('takes a thread beyond 16 Ki units, and beyond 8 Ki that are to be redacted', async () => {
    const missing = { workerFile: new URL('nowhere.ts', import.meta.url), signal: never };
    const text = (units: number) => 'x'.repeat(units - 1);
    await doJob('unusualCharacters', text(16 * 1024), missing);
    await assert.rejects(doJob('unusualCharacters', text(16 * 1024 + 1), missing), /nowhere/);
    const size = valueSize(requestWith(''), Number.POSITIVE_INFINITY, 1);
    const request = (units: number) => requestWith('x'.repeat(units - size));
    await doJob('copyLogs', request(8 * 1024), missing);
    await assert.rejects(doJob('copyLogs', request(8 * 1024 + 1), missing), /nowhere/);
  });

  it('leaves the calling thread free', async () => {
    let turns = 0;
    const controller = new AbortController();
    const counting = (async () => {
      while (!controller.signal.aborted) {
        turns++;
        await setTimeout(1);
      }
    })();
    await doJob('copyLogs', requestWith(long), { workerFile, signal: never });
    controller.abort();
    await counting;
    assert.ok(turns > 10, String(turns));
  });

  it('ends the thread when it is cancelled', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
    const before = threads();
    const controller = new AbortController();
    const work = doJob('copyLogs', requestWith(long), { workerFile, signal: controller.signal });
    await setTimeout(1);
    controller.abort();
    await assert.rejects(work, (error) => isServiceError(error, 'cancelled'));
    await assert.rejects(
      doJob('copyLogs', requestWith('x'), { workerFile, signal: controller.signal }),
      (error) => isServiceError(error, 'cancelled'),
    );
    assert.equal(threads(), before);
  });

  it('says what fails in the thread', async () => {
    const broken = { ...requestWith(long), logs: [{ log: 7, padding: long }] };
    await assert.rejects(doJob('copyLogs', broken as never, { workerFile, signal: never }), TypeError);
  });
});
