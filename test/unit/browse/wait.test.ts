import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type * as wait from '../../../src/browse/wait.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import type { ListedLog, LogFilter } from '../../../src/service/model.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

const START = Date.UTC(2026, 10, 28, 10);
const log = (idx: number, time?: string): ListedLog => ({
  key: { domain: 7, idx, detectedType: 'WAF' },
  row: { idx, ...(time !== undefined && { time }), other: {} },
});

interface Answer {
  readonly idx?: readonly number[];
  readonly logs?: readonly ListedLog[];
  readonly total?: number;
  readonly isTotalKnown?: false;
  readonly fault?: ServiceError;
}

let readUntilNew: typeof wait.readUntilNew;
before(async () => {
  const window = await FakeWindow.open(plainProfile());
  ({ readUntilNew } = await window.load<typeof wait>('browse/wait.ts'));
  window.close();
});

/** Runs a wait on a clock that only advances during pauses. Answers are given in order, and the last one repeats. */
async function waitWith(answers: readonly Answer[], cancelAfter = Number.POSITIVE_INFINITY) {
  let time = START;
  const [asked, messages]: [number[], string[]] = [[], []];
  const cancelled = new AbortController();
  const logs = async (_domain: number, _page: unknown, { keyword }: LogFilter) => {
    assert.equal(keyword, `0 ${asked.length}`);
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? {};
    const { fault, idx = [], logs: items = idx.map((each) => log(each)), ...page } = answer;
    asked.push((time - START) / 1_000);
    time += 300;
    if (fault) throw fault;
    return { items, total: items.length, page: 1, perPage: 100, ...page };
  };
  const app = {
    services: { conventions: () => defaultConventions, of: async () => ({ logs }) },
    filters: {
      query: () => ({ keyword: String(asked.length) }),
      on: (_: unknown, { keyword }: LogFilter) => ({ keyword: `${keyword} ${asked.length}` }),
    },
    lists: { loadedLogs: () => [log(1)] },
    zone: () => 'UTC',
  };
  const timing = {
    now: () => time,
    delay: async (milliseconds: number, signal: AbortSignal) => {
      time += milliseconds;
      if (asked.length >= cancelAfter) cancelled.abort(new ServiceError('cancelled', 'cancelled'));
      signal.throwIfAborted();
    },
  };
  const waited = await readUntilNew(
    app as unknown as Parameters<typeof readUntilNew>[0],
    { connectionId: 'c', index: 7 },
    cancelled.signal,
    (message) => messages.push(message),
    timing,
  ).catch((fault) => ({ fault, found: [], reads: -1, failures: -1 }));
  return { ...waited, asked, messages, idx: waited.found.map(({ key }) => key.idx) };
}

const down = new ServiceError('server-error', 'down', { status: 500 });

describe('readUntilNew', () => {
  it('reads every 5 seconds, with the filter of the start as of today, until the first page contains a new log', async () => {
    const { idx, asked } = await waitWith([{ idx: [3, 2, 1] }, { idx: [3, 2, 1] }, { idx: [5, 4, 3] }]);
    assert.deepEqual({ idx, asked }, { idx: [5, 4], asked: [0, 5, 10] });
  });

  it('reads at most 121 times, in 10 minutes, and nothing after it was canceled', async () => {
    const { idx, asked, reads, failures } = await waitWith([{ idx: [1] }]);
    assert.deepEqual([idx, asked.length, asked.at(-1), reads, failures], [[], 121, 600, 121, 0]);
    assert.equal((await waitWith([{ idx: [1] }], 3)).asked.length, 3);
  });

  it('reports failed reads, continues as late as the service requests, and counts them', async () => {
    const limited = new ServiceError('rate-limited', 'slow down', { status: 429, retryAfter: 60 });
    const found = await waitWith([{ idx: [1] }, { fault: down }, { fault: limited }, { idx: [2, 1] }]);
    assert.deepEqual([found.idx, found.asked, found.failures], [[2], [0, 5, 10, 70], 2]);
    assert.match(found.messages[1] ?? '', /The last read failed/);
    const never = await waitWith([{ fault: down }]);
    assert.deepEqual([never.reads, never.failures], [0, 121]);
  });

  it('finds a log that arrives before the first read that succeeds', async () => {
    const logs = [
      log(9, '2026-11-28 10:00:07'),
      log(8, '2026-11-28 09:30:00'),
      log(1, '2026-11-28 10:00:01'),
    ];
    assert.deepEqual((await waitWith([{ fault: down }, { logs }])).idx, [9]);
    assert.deepEqual((await waitWith([{ logs }, { logs }], 3)).idx, []);
  });

  const page = (idx: readonly number[], total: number) => ({ idx, total });
  const noTotal = (idx: readonly number[]) => ({ idx, isTotalKnown: false }) as const;
  for (const [name, answers, expected] of [
    ['the first log of an empty list', [page([], 0), page([2], 1)], [2]],
    ['no old log that moved up', [page([9, 8, 7], 30), page([9, 7, 6], 29), page([10, 9, 7], 30)], [10]],
    ['a new log while others are removed', [page([9, 8], 30), page([10, 9], 29)], [10]],
    ['a new log after the list grew elsewhere', [page([1, 2], 10), page([1, 2], 11), page([3, 1], 12)], [3]],
    ['a whole page without a total', [noTotal([3, 2]), noTotal([6, 5])], [6, 5]],
  ] as const) {
    it(`finds ${name}`, async () => assert.deepEqual((await waitWith(answers)).idx, expected));
  }

  for (const code of ['unauthorized', 'connection-removed', 'bad-shape'] as const) {
    it(`rejects with a fault that does not pass: ${code}`, async () => {
      const fault = new ServiceError(code, 'no');
      const ended = await waitWith([{ idx: [1] }, { fault }]);
      assert.deepEqual(['fault' in ended && ended.fault, ended.asked.length], [fault, 2]);
    });
  }
});
