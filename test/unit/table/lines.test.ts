import assert from 'node:assert/strict';
import { MOST_PLACES } from '../../../src/lists/pagedList.ts';
import type { RowView } from '../../../src/table/columns.ts';
import {
  arrangedLines,
  gotThrough,
  groupRows,
  LoadedRows,
  MOST_ROWS,
  sortRows,
  wholeList,
} from '../../../src/table/lines.ts';

const row = (idx: number, cells: Readonly<Record<string, string>> = {}): RowView => ({
  id: `${idx}/WAF`,
  key: { domain: 1, idx, detectedType: 'WAF' },
  cells,
});
const ids = (rows: readonly RowView[]) => rows.map(({ key }) => key.idx);
const loadedOf = (rows: readonly RowView[]) => {
  const loaded = new LoadedRows();
  for (const placed of rows.entries()) loaded.set(placed);
  return loaded;
};

describe('sortRows', () => {
  const sorted = (column: string, values: readonly (string | undefined)[], descending: boolean) =>
    ids(
      sortRows(
        values.map((value, idx) => row(idx, value === undefined ? {} : { [column]: value })),
        { column, descending },
      ),
    );

  for (const [name, column, values, ascending, descending] of [
    ['addresses by their numbers', 'address', ['10.0.0.10', '10.0.0.9'], [1, 0], [0, 1]],
    ['rows without a value last', 'rule', [undefined, 'b', '', 'a'], [3, 1, 0, 2], [1, 3, 0, 2]],
    ['times as text', 'time', ['2026-11-09 10:00:00', '2026-11-10 09:00:00', 'now'], [0, 1, 2], [2, 1, 0]],
    ['equal rows in their order', 'rule', ['a', 'a', 'a'], [0, 1, 2], [0, 1, 2]],
  ] as const)
    it(`sorts ${name}`, () => {
      assert.deepEqual(
        [sorted(column, values, false), sorted(column, values, true)],
        [ascending, descending],
      );
    });
});

describe('LoadedRows', () => {
  it('are no more than a list keeps', () => assert.ok(MOST_ROWS <= MOST_PLACES));
});

describe('wholeList', () => {
  it('has a line for each place, read or not', () => {
    const loaded = loadedOf([row(10), row(9)]);
    loaded.set([5, row(5)]);
    loaded.set([6, 'unreadable']);
    const lines = wholeList(loaded, 8);
    assert.deepEqual(
      Array.from({ length: lines.count }, (_, place) => lines.at(place).kind),
      ['row', 'row', 'unread', 'unread', 'unread', 'row', 'unreadable', 'unread'],
    );
    assert.equal(lines.indexOf('5/WAF'), 5);
    loaded.set([0, 'unread']);
    assert.deepEqual(
      [lines.indexOf('10/WAF'), lines.at(0).kind, ids(lines.rows())],
      [undefined, 'unread', [9, 5]],
    );
  });
});

describe('arrangedLines', () => {
  const rows = [
    row(1, { action: 'Detected', status: '200', rule: 'a' }),
    row(2, { action: 'detected', status: '204', rule: 'b' }),
    row(3, { action: 'Blocked', status: '200', rule: 'a' }),
    row(4, { action: 'Detected', status: '302', rule: 'a' }),
    { ...row(5, { action: 'Detected', rule: 'b' }), isOut: true as const },
  ];
  const open = new Set<string>();

  for (const [name, arrangement, left] of [
    ['the filter excludes', {}, [1, 2, 3, 4]],
    ['do not contain the typed words', { found: new Set(['2/WAF', '5/WAF']) }, [2]],
  ] as const)
    it(`omits rows that ${name}`, () => {
      assert.deepEqual(ids(arrangedLines(loadedOf(rows), { ...arrangement, open }).rows()), left);
    });

  it('counts as got through what was only detected, and answered with 2xx', () => {
    assert.deepEqual(ids(rows.filter(gotThrough)), [1, 2]);
  });

  it('has the rows of expanded groups in lines, and those of collapsed groups in its rows', () => {
    const lines = arrangedLines(loadedOf(rows), { grouping: 'rule', open: new Set(['b']) });
    const shown = Array.from({ length: lines.count }, (_, index) => lines.at(index));
    assert.deepEqual(
      shown.map(({ kind, ordinal }) => [kind, ordinal]),
      [
        ['group', undefined],
        ['group', undefined],
        ['row', 3],
      ],
    );
    assert.deepEqual([lines.logs, lines.groups, ids(lines.rows())], [4, 2, [1, 3, 4, 2]]);
    assert.deepEqual([lines.indexOf('1/WAF'), lines.indexOf('2/WAF')], [0, 2]);
  });
});

describe('groupRows', () => {
  it('returns the largest group first, and one of the rows without a value', () => {
    const rows = [row(1, { uri: '/a' }), row(2, { uri: '/b' }), row(3, { uri: '/b' }), row(4)];
    assert.deepEqual(
      groupRows(rows, 'uri').map(({ label, rows: each }) => [label, ids(each)]),
      [
        ['/b', [2, 3]],
        ['/a', [1]],
        ['', [4]],
      ],
    );
  });

  it('combines requests that differ only in IDs, by rule alone if there is no path', () => {
    const rows = [
      row(1, { rule: 'SQL Injection', uri: '/order/1' }),
      row(2, { rule: 'SQL Injection', uri: '/order/2?x=1' }),
      row(3, { rule: 'SQL Injection' }),
    ];
    assert.deepEqual(
      groupRows(rows, 'similar').map(({ label, rows: each }) => [label, each.length]),
      [
        ['SQL Injection · /order/{id}', 2],
        ['SQL Injection', 1],
      ],
    );
  });
});
