import assert from 'node:assert/strict';
import fc from 'fast-check';
import { similarPath } from '../../../src/formats/similarPath.ts';
import { arrangedRows, LoadedRows, sortRows, wholeList } from '../../../src/table/entries.ts';
import { GROUPINGS, groupRows } from '../../../src/table/group.ts';
import { extend, NOTHING, selectAll, selectOne, toggle } from '../../../src/table/selection.ts';
import { timeOf } from '../growth.ts';
import { row } from './rows.ts';

const ids = (rows: readonly { readonly idx: number }[]) => rows.map(({ idx }) => idx);

describe('sortRows', () => {
  it('sorts addresses by their numbers, and puts rows without a value last in either direction', () => {
    const rows = [
      row(1, { address: '10.0.0.10' }),
      row(2),
      row(3, { address: '10.0.0.9' }),
      row(4, { address: '' }),
    ];
    assert.deepEqual(ids(sortRows(rows, { column: 'address', descending: false })), [3, 1, 2, 4]);
    assert.deepEqual(ids(sortRows(rows, { column: 'address', descending: true })), [1, 3, 2, 4]);
  });

  it('sorts times as text, and keeps the order of equal ones', () => {
    const times = ['2026-11-09 10:00:00', '2026-11-10 09:00:00', '2026-11-09 10:00:00', 'yesterday'];
    const rows = times.map((time, index) => row(index, { time }));
    assert.deepEqual(ids(sortRows(rows, { column: 'time', descending: false })), [0, 2, 1, 3]);
    assert.deepEqual(ids(sortRows(rows, { column: 'time', descending: true })), [3, 1, 0, 2]);
  });

  it('keeps the order of equal rows', () => {
    const rows = [row(5, { rule: 'a' }), row(3, { rule: 'a' }), row(4, { rule: 'a' })];
    for (const descending of [true, false])
      assert.deepEqual(ids(sortRows(rows, { column: 'rule', descending })), [5, 3, 4]);
  });
});

describe('arrangedRows', () => {
  it('leaves requests that were detected and answered with 2xx, as far as statuses are read', () => {
    const loaded = new LoadedRows();
    const rows = [
      row(1, { action: 'Detected', status: '200' }),
      row(2, { action: 'detected', status: '204' }),
      row(3, { action: 'Blocked', status: '200' }),
      row(4, { action: 'Detected', status: '302' }),
      row(5, { action: 'Detected' }),
    ];
    for (const [place, each] of rows.entries()) loaded.set(place, each);
    const left = (passedOnly: boolean) => ids(arrangedRows(loaded, { passedOnly, open: new Set() }).rows());
    assert.deepEqual([left(true), left(false).length], [[1, 2], 5]);
  });
});

describe('similarPath', () => {
  for (const [path, similar] of [
    ['/orders/1234/items?page=2', '/orders/{id}/items'],
    ['/u/550e8400-e29b-41d4-a716-446655440000/x', '/u/{id}/x'],
    ['/o/507f1f77bcf86cd799439011', '/o/{id}'],
    ['/d41d8cd98f00b204e9800998ecf8427e.php', '/{id}.php'],
    ['/item-42/facade/defaced', '/item-42/facade/defaced'],
    ['/api/v2/checkout', '/api/v2/checkout'],
    ['/products/merino-soft-40g', '/products/merino-soft-40g'],
    ['/a-long-name-of-an-article-in-2026/x', '/a-long-name-of-an-article-in-2026/x'],
    ['/invoices/1234.pdf', '/invoices/{id}.pdf'],
    ['/t/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', '/t/{id}'],
    ['/t/01arz3ndektsv4rrffq69g5fav', '/t/{id}'],
    ['', ''],
  ] as const) {
    it(`replaces the ids of ${path || 'nothing'}`, () => assert.equal(similarPath(path), similar));
  }

  it('takes no longer for text that is made to slow it down', () => {
    for (const text of ['a', 'a-', '1', 'f', '_', 'a1', '.', '/', '.a', '/a'].map((piece) =>
      piece.repeat(5_000),
    )) {
      assert.ok(timeOf(() => similarPath(text)) < 200, text.slice(0, 4));
    }
  });
});

describe('groupRows', () => {
  it('counts logs and addresses, with the first and last time, the largest group first', () => {
    const rows = [
      row(1, { uri: '/a', address: '1', time: '2026-11-21 10:00:00' }),
      row(2, { uri: '/b', address: '1', time: '2026-11-21 11:00:00' }),
      row(3, { uri: '/b', address: '2', time: '2026-11-20 09:00:00' }),
      row(4, { uri: '/b', address: '2' }),
      row(5),
    ];
    const [first, ...others] = groupRows(rows, 'uri');
    assert.deepEqual(
      { ...first, rows: ids(first?.rows ?? []) },
      {
        key: '=/b',
        label: '/b',
        rows: [2, 3, 4],
        addresses: 2,
        first: '2026-11-20 09:00:00',
        last: '2026-11-21 11:00:00',
      },
    );
    assert.deepEqual(
      others.map(({ label }) => label),
      ['/a', undefined],
    );
  });

  it('puts requests together that differ in numbers only, by rule alone where there is no path', () => {
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

  it('keeps texts apart that were cut at the same place', () => {
    const cut = (idx: number, digest: string) => ({
      ...row(idx, { uri: 'same…' }),
      digests: { uri: digest },
    });
    assert.equal(groupRows([cut(1, 'a'), cut(2, 'b'), cut(3, 'a')], 'uri').length, 2);
  });

  it('has every row in exactly one group, and others beyond 200', () => {
    const cells = fc.record({ uri: fc.string(), rule: fc.string(), time: fc.string(), address: fc.string() });
    fc.assert(
      fc.property(fc.array(cells), fc.constantFrom(...GROUPINGS), (all, grouping) => {
        const rows = all.map((each, index) => row(index, each));
        const groups = groupRows(rows, grouping);
        assert.deepEqual(
          groups.flatMap((group) => ids(group.rows)).sort((one, other) => one - other),
          ids(rows),
        );
      }),
    );
    const many = Array.from({ length: 250 }, (_, index) => row(index, { rule: `rule ${index}` }));
    assert.ok(groupRows(many.slice(0, 200), 'rule').every(({ isOthers }) => !isOthers));
    const groups = groupRows(many, 'rule');
    assert.equal(groups.length, 201);
    assert.equal(groups.at(-1)?.isOthers, true);
    assert.equal(groups.at(-1)?.rows.length, 50);
  });
});

describe('entries', () => {
  const loaded = () => {
    const rows = new LoadedRows();
    for (const [place, idx] of [
      [0, 10],
      [1, 9],
      [5, 5],
    ] as const)
      rows.set(place, row(idx, { rule: idx > 8 ? 'a' : 'b' }));
    return rows;
  };

  it('of the whole list have a line for each place, read or not', () => {
    const entries = wholeList(loaded(), 8);
    assert.equal(entries.count, 8);
    assert.deepEqual(entries.at(2), { kind: 'unread', place: 2, ordinal: 2 });
    assert.equal(entries.indexOf('5/WAF'), 5);
  });

  it('of a sorted table are the loaded rows alone', () => {
    const entries = arrangedRows(loaded(), { sort: { column: 'rule', descending: true }, open: new Set() });
    assert.deepEqual(ids(entries.rows()), [5, 10, 9]);
    assert.equal(entries.indexOf('10/WAF'), 1);
  });

  it('of closed groups are not shown', () => {
    const entries = arrangedRows(loaded(), { grouping: 'rule', open: new Set(['=b']) });
    const shown = Array.from({ length: entries.count }, (_, index) => entries.at(index).kind);
    assert.deepEqual(shown, ['group', 'group', 'row']);
    assert.equal(entries.indexOf('10/WAF'), undefined);
  });

  it('that the filter or the typed words leave out are not shown', () => {
    const rows = loaded();
    rows.set(1, { ...row(9), isOut: true });
    assert.deepEqual(ids(arrangedRows(rows, { open: new Set() }).rows()), [10, 5]);
    assert.deepEqual(ids(arrangedRows(rows, { open: new Set(), found: new Set(['5/WAF']) }).rows()), [5]);
  });

  it('hold a log once that comes to another place', () => {
    const rows = loaded();
    rows.set(7, row(5));
    assert.equal(rows.size, 3);
    assert.equal(rows.placeOf('5/WAF'), 7);
  });
});

describe('selection', () => {
  const between = (from: string, to: string) => {
    const [one = '', other = ''] = [from, to].sort();
    return ['a', 'b', 'c', 'd'].filter((id) => id >= one && id <= other);
  };

  it('extends from its anchor, toggles, and takes all', () => {
    const one = selectOne('b');
    const range = extend(one, 'd', between);
    assert.deepEqual([...range.ids], ['b', 'c', 'd']);
    assert.deepEqual([...extend(range, 'a', between).ids], ['a', 'b']);
    assert.deepEqual([...toggle(range, 'c').ids], ['b', 'd']);
    assert.deepEqual([...toggle(one, 'a').ids], ['b', 'a']);
    assert.equal(selectAll(NOTHING, ['a', 'b']).focus, 'a');
  });
});
