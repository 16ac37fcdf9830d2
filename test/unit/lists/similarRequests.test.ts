import assert from 'node:assert/strict';
import { readSimilarRequests, similarNumbers } from '../../../src/lists/similarRequests.ts';
import type { LogService } from '../../../src/service/api.ts';
import type { ListedLog, LogFilter, LogRow, Page } from '../../../src/service/model.ts';

const TODAY = '2026-11-28';
const { signal } = new AbortController();

let idx = 0;
const row = (more: Partial<LogRow> = {}): LogRow => ({
  ...{ idx: idx++, rule: 'SQL Injection', uri: '/cart?id=1', address: '203.0.113.9', countryCode: 'KR' },
  ...{ time: `${TODAY} 10:00:00`, action: 'Blocked', other: {} },
  ...more,
});
const many = (count: number, more?: Partial<LogRow>) => Array.from({ length: count }, () => row(more));

/** Reads the requests similar to a row from a service that returns these rows; also returns the filter that it got. */
async function read(rows: readonly LogRow[], page: Partial<Page<ListedLog>> = {}, of: LogRow = row()) {
  let filter: LogFilter | undefined;
  const logs: LogService['logs'] = async (domain, { perPage }, asked) => {
    assert.equal(perPage, 100);
    filter = asked;
    const items = rows.map((each) => ({ key: { domain, idx: each.idx, detectedType: 'WAF' }, row: each }));
    return { items, total: rows.length, page: 1, perPage, ...page };
  };
  return { similar: await readSimilarRequests({ logs } as LogService, 7, of, TODAY, signal), filter };
}

describe('readSimilarRequests', () => {
  it('summarizes the rows of one list', async () => {
    const rows = [
      row({ action: 'Detected', address: '198.51.100.7', countryCode: 'US' }),
      row({ time: '2026-11-27 09:00:00' }),
      row({ time: '2026-11-27 08:00:00' }),
    ];
    const { similar } = await read(rows);
    assert.ok(similar);
    const { days = [], query: _, ...facts } = similar;
    assert.deepEqual(facts, {
      ...{ read: 3, total: 3, isNewest: true },
      ...{ last: '2026-11-28 10:00:00', first: '2026-11-27 08:00:00' },
      actions: [
        ['Blocked', 2],
        ['Detected', 1],
      ],
      addresses: [
        ['203.0.113.9', 2],
        ['198.51.100.7', 1],
      ],
      countries: [
        ['KR', 2],
        ['US', 1],
      ],
    });
    assert.equal(days.length, 30);
    assert.deepEqual(days.slice(-2), [
      { day: '2026-11-27', count: 2, blocked: 2 },
      { day: '2026-11-28', count: 1, blocked: 0 },
    ]);
  });

  it('counts them without a text from the service', async () => {
    const rows = [...many(3), row({ action: 'detected', countryCode: 'US' }), row({ action: 'Passed' })];
    const { similar } = await read(rows, { total: 5 });
    assert.ok(similar);
    const { from, to, ...numbers } = similarNumbers(similar);
    assert.deepEqual([from, to], ['2026-10-30', TODAY]);
    assert.deepEqual(numbers, { read: 5, total: 5, blocked: 3, detected: 1, addresses: 1, countries: 2 });
  });

  const later = { day: '2026-11-28', count: 100, blocked: 100 };
  for (const [what, rows, page, expected, of = {}] of [
    ['all rows', many(12), {}, { read: 12, total: 12 }],
    [
      'the newest hundred',
      many(100),
      { total: 230 },
      { read: 100, total: 230, days: [later], first: undefined },
    ],
    ['a total that is only that of the page', many(100), {}, { read: 100, total: undefined }],
    ['a total below the rows', many(12), { total: 3 }, { total: undefined }],
    ['no total', many(12), { isTotalKnown: false }, { total: undefined, first: undefined }],
    ['an unreadable row', many(12), { unreadable: [3], total: 13 }, { read: 12, total: undefined }],
    [
      'a longer path',
      [...many(3), row({ uri: '/cart/admin' })],
      { total: 512 },
      { read: 3, total: undefined },
    ],
    ['other numbers in its path', [row({ uri: '/item/2?x' })], {}, { read: 1, total: 1 }, { uri: '/item/1' }],
    ['another rule', [row(), row({ rule: 'XSS' })], {}, { read: 1, total: undefined }],
    ['another day', [row(), row({ time: '2026-01-01 10:00:00' })], {}, { read: 1, total: undefined }],
    ['another case', [row({ rule: 'sql injection', uri: '/CART' })], {}, { read: 1, total: 1 }],
    ['no time', [row(), row({ time: undefined as never })], {}, { days: undefined, last: undefined }],
    [
      'some of the rows in another order',
      [row({ time: '2026-11-27' }), row(), row({ time: '2026-11-26' })],
      { total: 9 },
      { isNewest: false, days: undefined, last: undefined, first: undefined },
    ],
  ] as const)
    it(`states only what the rows prove if the list has ${what}`, async () => {
      const { similar } = await read(rows, page, row(of));
      const names = Object.keys(expected) as (keyof typeof expected)[];
      assert.deepEqual(Object.fromEntries(names.map((name) => [name, similar?.[name]])), expected);
    });

  for (const [what, of, expected] of [
    ['its rule and path', {}, { rule: 'SQL Injection', uri: '/cart', from: '2026-10-30', to: TODAY }],
    ['its path up to the first ID', { uri: '/orders/1234/items' }, { uri: '/orders/' }],
    ['no path if it begins with an ID', { uri: '/1234' }, { uri: undefined }],
    [
      'the days around an older log',
      { time: '2026-09-20 10:00:00' },
      { from: '2026-09-05', to: '2026-10-04' },
    ],
    ['the newest days without a time', { time: undefined as never }, { from: '2026-10-30', to: TODAY }],
    ['the newest days that contain the log', { time: '2026-10-30' }, { from: '2026-10-30', to: TODAY }],
    ['no day that is not served', { time: '2026-08-01' }, { from: '2026-08-01', to: '2026-08-15' }],
    ['the days around a log that is not', { time: '2026-07-25' }, { from: '2026-07-10', to: '2026-08-08' }],
  ] as const)
    it(`lists ${what}`, async () => {
      const { filter } = await read([], {}, row(of));
      const names = Object.keys(expected) as (keyof LogFilter)[];
      assert.deepEqual(Object.fromEntries(names.map((name) => [name, filter?.[name]])), expected);
    });

  for (const missing of ['rule', 'uri'])
    it(`reads nothing for a row without ${missing}`, async () => {
      const { similar, filter } = await read([], {}, row({ [missing]: undefined }));
      assert.deepEqual([similar, filter], [undefined, undefined]);
    });
});
