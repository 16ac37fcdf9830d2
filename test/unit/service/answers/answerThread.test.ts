import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isServiceError } from '../../../../src/base/errors.ts';
import { decodeInThread } from '../../../../src/service/answers/answerThread.ts';
import { type Answer, decodeAnswer } from '../../../../src/service/answers/decodeAnswer.ts';
import { defaultConventions } from '../../../../src/service/differences.ts';
import { answerLimits, defaultLimits, type Limits } from '../../../../src/service/limits.ts';
import { type Body, BodyCollector, bodyText } from '../../../../src/service/network/body.ts';
import type { Question } from '../../../../src/service/requests.ts';
import { message } from '../../../../src/text/l10n.ts';
import { some } from '../../../proofs.ts';
import { countsData, detailData, success, useLoopback } from '../loopback.ts';
import { counts as countsReading, domains, detail as logReading, logs } from './decoding.ts';

const workerFile = new URL('../../../../src/service/answers/answerWorker.ts', import.meta.url);
const greedy = new URL('greedyThread.ts', import.meta.url);
const missing = new URL('nowhere.ts', import.meta.url);
const MIB = 1024 * 1024;
const page = { page: 1, perPage: 100 };
const logsReading = (asked: typeof page) => ({ ...logs, page: asked });

async function bodyOf(text: string): Promise<Body> {
  async function* chunks() {
    yield Buffer.from(text);
  }
  return readAll(chunks());
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Body> {
  const body = new BodyCollector();
  for await (const chunk of chunks) body.add(chunk, defaultLimits.bytes);
  return body.soFar;
}

async function answerOf(text: string) {
  return { status: 200, contentType: 'application/json', retryAfter: undefined, body: await bodyOf(text) };
}

async function dataOf(text: string, question: Question): Promise<Answer> {
  return { answer: await answerOf(text), question, conventions: defaultConventions, now: 0 };
}

const never = new AbortController().signal;

async function inThread(text: string, reading: Question, limits: Partial<Limits> = {}, signal = never) {
  const data = await dataOf(text, reading);
  return decodeInThread(data, { workerFile, limits: { ...defaultLimits, ...limits }, signal });
}

/** Returns the details of a log with these parts, as JSON. */
function detail(info: object): string {
  return success({ ...detailData, detailed_info: { ...detailData.detailed_info, ...info } });
}

const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, `value ${index}`]));
const rows = Array.from({ length: 2_000 }, (_, idx) => ({ idx, uri: '/x'.repeat(100), __proto: [idx] }));
const raw = `GET / HTTP/1.1\r\n\r\n${'text \u00e9\uac00 '.repeat(300_000)}`;

describe('decodeInThread', function () {
  this.timeout(120_000);

  const answers: readonly (readonly [Question, string])[] = [
    [
      logReading,
      detail({ raw_data: raw, req_line_headers: headers(20_000), more: { deep: headers(9_000) } }),
    ],
    [logsReading(page), success({ items: rows, total_count: 1 })],
    [{ ...domains, page }, success({ items: rows, total_count: '2000' })],
    [countsReading, success({ ...countsData, total_log: Array(5_000).fill(countsData.total_log[0]) })],
  ];
  for (const [reading, text] of answers) {
    it(`is what it would be here: ${reading.read}`, async () => {
      assert.deepEqual(await inThread(text, reading), decodeAnswer(await dataOf(text, reading)));
    });
  }

  it('fails as it would here, by code and facts', async () => {
    for (const text of [
      success({}),
      `${success({}).slice(0, -1)}`,
      `<html>${' '.repeat(MIB)}`,
      JSON.stringify({ message: { key: 'RES000099', value: 'x'.repeat(MIB) }, data: {} }),
      success({ items: Array(answerLimits.items + 1).fill({ idx: 1 }), total_count: 1 }),
    ]) {
      const faultOf = async (call: () => unknown) => {
        try {
          await call();
        } catch (error) {
          assert.ok(isServiceError(error));
          const { code, message, facts } = error;
          return { code, message, facts };
        }
        return undefined;
      };
      const reading = logsReading(page);
      const data = await dataOf(text, reading);
      const here = await faultOf(() => decodeAnswer(data));
      assert.ok(here);
      assert.ok(JSON.stringify(here).length < 3_000);
      assert.deepEqual(await faultOf(() => inThread(text, reading)), here);
    }
  });

  it('does not block the calling thread', async () => {
    let turns = 0;
    let ended = false;
    const text = success({
      items: [],
      total_count: 1,
      more: Array(100_000).fill({ a: 1 }),
    });
    const reading = inThread(text, logsReading(page)).finally(() => {
      ended = true;
    });
    while (!ended) {
      turns++;
      await setImmediate();
    }
    await reading;
    assert.ok(turns > 10, String(turns));
  });

  it('ends with its thread when it is cancelled', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
    const before = threads();
    const controller = new AbortController();
    const reading = inThread(detail({ raw_data: 'x'.repeat(30 * MIB) }), logReading, {}, controller.signal);
    while (threads() === before) await setImmediate();
    controller.abort();
    let turns = 0;
    await assert.rejects(
      Promise.race([
        reading,
        (async () => {
          while (turns++ < 3) await setImmediate();
        })(),
      ]),
      (error) => isServiceError(error, 'cancelled'),
    );
    while (threads() > before) await setImmediate();
  });

  it('is in one of two threads, or waits for them', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
    const before = threads();
    let [most, open] = [0, 5];
    const text = detail({ raw_data: 'x'.repeat(MIB) });
    const readings = Array.from({ length: open }, () => inThread(text, logReading).finally(() => open--));
    while (open > 0) {
      await setImmediate();
      most = Math.max(most, threads() - before);
    }
    await Promise.all(readings);
    assert.equal(most, 2);
  });

  it('takes no more memory than a thread may, and the next one is read', async () => {
    const data = await dataOf(detail({}), logReading);
    const limits = { ...defaultLimits, threadMemory: 20 };
    await assert.rejects(decodeInThread(data, { workerFile: greedy, limits, signal: never }), {
      code: 'out-of-memory',
      facts: { expected: message('at most {0} MiB', 20) },
    });
    assert.ok(await inThread(detail({}), logReading));
  });

  it('is too large when it takes too long', async () => {
    await assert.rejects(inThread(detail({ raw_data: 'x'.repeat(MIB) }), logReading, { decoding: 1 }), {
      code: 'too-large',
      facts: { expected: message('a response that can be read in {0} s', 0.001) },
    });
  });
});

describe('decodeInThread: the largest answers', function () {
  this.timeout(300_000);
  const room = 63 * MIB;
  const long = (unit: string) => unit.repeat(room / Buffer.byteLength(unit));
  const members = (count: number, name: (index: number) => string) =>
    `{${Array.from({ length: count }, (_, index) => `${JSON.stringify(name(index))}:1`)}}`;
  const withMore = (json: string) =>
    success({ items: [{ idx: 1, more: 0 }], total_count: 1 }).replace('"more":0', `"more":${json}`);
  const count = answerLimits.values - 20;
  const cases: Readonly<Record<string, () => readonly [Question, string]>> = {
    'raw data of one byte a character': () => [logReading, detail({ raw_data: long('some text ') })],
    'raw data of two bytes a character': () => [
      logReading,
      detail({ raw_data: `\uac00${long('some text ')}` }),
    ],
    'raw data of two bytes a character beside a number that would be rounded': () => [
      logReading,
      detail({ raw_data: `\uac00${long('some text ')}`, more: 0 }).replace(
        '"more":0',
        '"more":12345678901234567890',
      ),
    ],
    'raw data of backslashes': () => [logReading, detail({ raw_data: long('\\').slice(room / 2) })],
    'as many members as there may be': () => [
      logsReading(page),
      withMore(members(count, (index) => `name of a member ${index}`)),
    ],
    'as many members of long names as there may be': () => [
      logsReading(page),
      withMore(members(count, (index) => `${'n'.repeat(220)}${index}`)),
    ],
    'as many elements as there may be': () => [
      logsReading(page),
      withMore(`[${Array(count).fill('1234567')}]`),
    ],
    'as many numbers as there may be that would be rounded': () => [
      logsReading(page),
      withMore(`[${Array(count).fill('12345678901234567890')}]`),
    ],
    'as many repeated names as there may be': () => [
      logsReading(page),
      withMore(members(count, () => 'name')),
    ],
    'many objects named __proto__': () => [
      logsReading(page),
      withMore(`{${Array(count / 2).fill('"__proto__":{}')}}`),
    ],
    'a number of millions of digits': () => [logsReading(page), withMore('1'.repeat(room))],
    '100 000 headers': () => [logReading, detail({ req_line_headers: headers(answerLimits.headers) })],
    'headers of 10 MiB': () => [
      logReading,
      detail({
        req_line_headers: Object.fromEntries(
          Array.from({ length: 6 }, (_, index) => [`${index}${'n'.repeat(MIB)}`, 'v'.repeat(9 * MIB)]),
        ),
      }),
    ],
  };
  for (const [name, make] of some(Object.entries(cases))) {
    it(`are read within the memory of a thread: ${name}`, async () => {
      const [reading, text] = make();
      assert.ok(Buffer.byteLength(text) <= defaultLimits.bytes);
      assert.ok(await inThread(text, reading));
    });
  }
});

describe('decodeInThread: a body', () => {
  it('is what was sent, whatever the chunks', async () => {
    for (const sizes of [[], [0], [1], [16 * 1024], [16 * 1024 + 1], [5, 3 * MIB, 0, 7, MIB, MIB + 1]]) {
      const chunks = sizes.map((size, index) => Buffer.alloc(size, 97 + index));
      async function* sent() {
        yield* chunks;
      }
      const body = await readAll(sent());
      assert.equal(bodyText(body), Buffer.concat(chunks).toString());
      assert.equal(body.bytes, Buffer.concat(chunks).length);
    }
  });
});

describe('decodeInThread: a large answer of the service', function () {
  this.timeout(60_000);
  const { http, service } = useLoopback();

  it('is decoded in a thread, one of 256 KiB needs none', async () => {
    const of = (bytes: number) => detail({ raw_data: 'x'.repeat(bytes - detail({ raw_data: '' }).length) });
    const [small, large] = [of(256 * 1024), of(256 * 1024 + 1)];
    const sent = [small, large, large];
    const { baseUrl } = await http((_, response) => response.end(sent.shift()));
    const key = { domain: 7, idx: 42, detectedType: 'WAF' };
    const [without, within] = [service(baseUrl, { workerFile: missing }), service(baseUrl, { workerFile })];
    assert.ok(small.includes((await without.log(key)).rawData));
    await assert.rejects(without.log(key), /nowhere/);
    assert.ok(large.includes((await within.log(key)).rawData));
  });
});
