import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/base/errors.ts';
import { nextDetection, SeenLogs } from '../../../../src/browse/wait/nextDetection.ts';
import type { ListedLog } from '../../../../src/service/model.ts';

const log = (idx: number): ListedLog => ({
  key: { domain: 7, idx, detectedType: 'WAF' },
  row: { idx, other: {} },
});

interface Answer {
  readonly idx?: readonly number[];
  /** Null if the service does not report it. */
  readonly total?: number | null;
  readonly fault?: ServiceError;
}

/** Runs a wait on a clock that only advances during pauses. Answers are given in order, and the last one repeats. */
async function waitWith(answers: readonly Answer[], cancelAfter = Number.POSITIVE_INFINITY) {
  let time = 1_000_000;
  const asked: number[] = [];
  const cancelled = new AbortController();
  const end = await nextDetection({
    read: async () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? {};
      asked.push((time - 1_000_000) / 1_000);
      time += 300;
      if (answer.fault) throw answer.fault;
      const { idx = [], total = idx.length } = answer;
      return { logs: idx.map(log), total: total ?? undefined };
    },
    pause: async (milliseconds) => {
      time += milliseconds;
      if (asked.length >= cancelAfter) cancelled.abort();
    },
    now: () => time,
    signal: cancelled.signal,
  });
  return { end, asked };
}

const found = (end: Awaited<ReturnType<typeof waitWith>>['end']) =>
  end.kind === 'found' ? end.logs.map(({ key }) => key.idx) : end.kind;

describe('nextDetection', () => {
  it('reads each 5 seconds until the first page holds a new log', async () => {
    const { end, asked } = await waitWith([
      { idx: [3, 2, 1] },
      { idx: [3, 2, 1] },
      { idx: [3, 2, 1] },
      { idx: [5, 4, 3], total: 5 },
    ]);
    assert.deepEqual(found(end), [5, 4]);
    assert.deepEqual(asked, [0, 5, 10, 15]);
  });

  it('reads 121 times at most, in 10 minutes', async () => {
    const { end, asked } = await waitWith([{ idx: [1] }]);
    assert.equal(end.kind, 'over');
    assert.equal(asked.length, 121);
    assert.equal(asked.at(-1), 600);
  });

  it('reads nothing after it was cancelled', async () => {
    const { end, asked } = await waitWith([{ idx: [1] }], 3);
    assert.equal(end.kind, 'cancelled');
    assert.equal(asked.length, 3);
  });

  it('finds the first log of an empty list', async () => {
    assert.deepEqual(found((await waitWith([{ idx: [] }, { idx: [1] }])).end), [1]);
  });

  it('says that a list grew elsewhere', async () => {
    const { end } = await waitWith([
      { idx: [1, 2], total: 10 },
      { idx: [1, 2], total: 11 },
    ]);
    assert.equal(end.kind, 'elsewhere');
  });

  it('takes an old log that moved up for none that is new', async () => {
    const { end } = await waitWith([
      { idx: [9, 8, 7], total: 30 },
      { idx: [9, 7, 6], total: 29 },
      { idx: [10, 9, 7], total: 30 },
    ]);
    assert.deepEqual(found(end), [10]);
  });

  it('finds a new log where others were removed as well', async () => {
    const { end } = await waitWith([
      { idx: [9, 8, 7], total: 30 },
      { idx: [10, 9, 7], total: 29 },
    ]);
    assert.deepEqual(found(end), [10]);
  });

  it('finds a whole page of new logs, though the service reports no total', async () => {
    const before = Array.from({ length: 20 }, (_, index) => 20 - index);
    const after = before.map((idx) => idx + 25);
    const { end } = await waitWith([
      { idx: before, total: null },
      { idx: after, total: null },
    ]);
    assert.deepEqual(found(end), after);
  });

  it('ends with the reason when the connection is changed', async () => {
    const fault = new ServiceError('connection-changed', 'changed');
    const ending = new AbortController();
    const end = await nextDetection({
      read: async () => ({ logs: [log(1)], total: 1 }),
      pause: async () => ending.abort(fault),
      now: () => 0,
      signal: ending.signal,
    });
    assert.deepEqual(end, { kind: 'failed', fault });
  });

  it('remembers at most 100 logs of each page, of a service that sends more', () => {
    const seen = new SeenLogs();
    for (let read = 0; read < 121; read++) {
      const others = Array.from({ length: 9_999 }, (_, index) => log(1 + read * 9_999 + index));
      assert.equal(seen.add({ logs: [log(0), ...others], total: 10_000 }), undefined);
    }
    assert.equal(seen.size, 1 + 121 * 99);
  });

  it('goes on after a failure that may pass, as late as the service asks', async () => {
    const limited = new ServiceError('rate-limited', 'slow down', { status: 429, retryAfter: 60 });
    const down = new ServiceError('server-error', 'down', { status: 500 });
    const { end, asked } = await waitWith([
      { idx: [1] },
      { fault: down },
      { fault: limited },
      { idx: [2, 1] },
    ]);
    assert.deepEqual(found(end), [2]);
    assert.deepEqual(asked, [0, 5, 10, 70]);
  });

  it('ends when the service asks to wait for longer than it lasts', async () => {
    const limited = new ServiceError('rate-limited', 'slow down', { status: 429, retryAfter: 3_600 });
    const { end, asked } = await waitWith([{ idx: [1] }, { fault: limited }]);
    assert.equal(end.kind, 'failed');
    assert.equal(asked.length, 2);
  });

  for (const code of [
    'unauthorized',
    'forbidden',
    'key-needed',
    'connection-removed',
    'bad-shape',
  ] as const) {
    it(`ends at once: ${code}`, async () => {
      const fault = new ServiceError(code, 'no');
      const { end, asked } = await waitWith([{ idx: [1] }, { fault }]);
      assert.deepEqual(end, { kind: 'failed', fault });
      assert.equal(asked.length, 2);
    });
  }
});
