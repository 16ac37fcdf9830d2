import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DecodedDocument } from '../../../src/http/decode/decodedDocument.ts';
import { readDecodedData, readMatches, readRawData } from '../../../src/http/readRequest.ts';
import { isFound, type Matching } from '../../../src/http/ruleMatch.ts';
import { english } from '../../../src/text/l10n.ts';
import { doJob } from '../../../src/work/logWork.ts';
import { aLog } from '../formats/logs.ts';

const workerFile = new URL('../../../src/work/logWorker.ts', import.meta.url);
const missing = new URL('nowhere.ts', import.meta.url);
const signal = new AbortController().signal;

const json = `[${'{"a":"%27zz\\u0041","b":"cXVvdGVkJyBPUiAxPTE="},'.repeat(3000)}"end"]`;
const rawData = `POST /?q=%27zz HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n${json}`;
const log = aLog({ rawData, request: { firstLine: undefined, headers: [['X-Real-IP', '192.0.2.1']] } });

const placeOf = (matches: Matching) => {
  const said = isFound(matches) ? matches.matches[0]?.place : matches;
  return said && english(said);
};

describe('readRequest', function () {
  this.timeout(60_000);

  it('returns the same from a thread as from here', async () => {
    const matched = { rawData, description: '', detectedValue: "'zz" };
    assert.deepEqual(await doJob('readMatches', matched, { workerFile, signal }), readMatches(matched));
    assert.deepEqual(await doJob('readRawData', matched, { workerFile, signal }), readRawData(matched));
    assert.deepEqual(await doJob('readDecodedData', log, { workerFile, signal }), readDecodedData(log));
  });

  it('maps raw to decoded data once a thread has posted the result', async () => {
    const document = new DecodedDocument(await doJob('readDecodedData', log, { workerFile, signal }));
    const found = (text: string, part: string) => {
      const start = text.indexOf(part);
      assert.ok(start >= 0, part);
      return { start, end: start + part.length };
    };
    const shown = (part: string) =>
      document.fromRaw(found(rawData, part)).map(({ start, end }) => document.text.slice(start, end));
    assert.deepEqual(shown('zz\\u0041'), ['zz\\u0041', 'zzA']);
    assert.deepEqual(shown('Host: a'), ['Host: a']);
  });

  it('needs no thread for a short log, whatever is compressed in it', async () => {
    const short = gzipSync(`${'text '.repeat(100)}zz`).toString('base64url');
    const request = { rawData: `GET /?q=${short} HTTP/1.1\r\n\r\n`, description: '', detectedValue: 'zz' };
    const matches = await doJob('readMatches', request, { workerFile: missing, signal });
    assert.equal(placeOf(matches), 'Query parameter q');
  });

  it('uses a thread for a short log that grows large', async () => {
    const body = brotliCompressSync(`[${'"a",'.repeat(500_000)}"zz"]`).toString('latin1');
    const bomb = aLog({ rawData: `POST / HTTP/1.1\r\nContent-Encoding: br\r\n\r\n${body}` });
    assert.ok(body.length < 1000);
    const matched = { ...bomb, detectedValue: 'zz' };
    for (const job of ['readMatches', 'readRawData', 'readDecodedData'] as const) {
      await assert.rejects(doJob(job, matched, { workerFile: missing, signal }), job);
    }
    const matches = await doJob('readMatches', matched, { workerFile, signal });
    assert.equal(placeOf(matches), 'Body');
  });

  it('runs in a thread while other things are done', async () => {
    const request = {
      rawData: rawData.replace(json, json.repeat(10)),
      description: '',
      detectedValue: 'not there',
    };
    let turns = 0;
    let ended = false;
    const matching = doJob('readMatches', request, { workerFile, signal }).finally(() => {
      ended = true;
    });
    while (!ended) {
      turns++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.match(String(placeOf(await matching)), /^Not found, but parts/);
    assert.ok(turns > 10, String(turns));
  });
});
