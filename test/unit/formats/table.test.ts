import assert from 'node:assert/strict';
import fc from 'fast-check';
import { daysTable, watchedTable } from '../../../src/counts/countsTable.ts';
import { sortTable, tableCsv, tableMarkdown } from '../../../src/formats/table.ts';

const values = { visitors: 5_200, attackers: 42, maliciousIps: 99, bots: 812 };
const days = daysTable([
  { date: '2026-05-29', values: { ...values, attackers: 7 } },
  { date: '2026-05-30' },
  { date: '2026-05-31', values },
]);

const firstColumn = (column: number, descending: boolean) =>
  sortTable(days, { column, descending }).rows.map(([date]) => date);

describe('table', () => {
  it('sorts numbers as numbers, and what is not reported last either way', () => {
    assert.deepEqual(firstColumn(2, false), ['2026-05-29', '2026-05-31', '2026-05-30']);
    assert.deepEqual(firstColumn(2, true), ['2026-05-31', '2026-05-29', '2026-05-30']);
    assert.deepEqual(firstColumn(0, true), ['2026-05-31', '2026-05-30', '2026-05-29']);
  });

  it('sorts what is not reported last, in any order of rows', () => {
    for (const cells of [
      [undefined, 2, 1],
      [2, undefined, 1],
      [1, 2, undefined],
    ]) {
      const table = { columns: ['a'], rows: cells.map((cell) => [cell]) };
      assert.deepEqual(sortTable(table, { column: 0, descending: false }).rows, [[1], [2], [undefined]]);
    }
    const mixed = { columns: ['a'], rows: [['b'], [10], ['a'], [9]] };
    assert.deepEqual(sortTable(mixed, { column: 0, descending: false }).rows, [[9], [10], ['a'], ['b']]);
  });

  it('keeps the order of equal rows', () => {
    const table = { columns: ['a', 'b'], rows: [1, 2, 3, 4].map((row) => [row, row % 2]) };
    assert.deepEqual(
      sortTable(table, { column: 1, descending: true }).rows.map(([row]) => row),
      [1, 3, 2, 4],
    );
  });

  it('is CSV with numbers to calculate with and nothing for a day that is not reported', () => {
    assert.equal(
      tableCsv(days),
      '"Day","Visitors","Attackers","Malicious IPs","Bots"\r\n"2026-05-29",5200,7,99,812\r\n"2026-05-30",,,,\r\n"2026-05-31",5200,42,99,812\r\n',
    );
  });

  it('is Markdown that says what is not reported', () => {
    assert.equal(
      tableMarkdown(days),
      '| Day | Visitors | Attackers | Malicious IPs | Bots |\n| --- | --: | --: | --: | --: |\n| 2026-05-29 | 5200 | 7 | 99 | 812 |\n| 2026-05-30 | not reported | not reported | not reported | not reported |\n| 2026-05-31 | 5200 | 42 | 99 | 812 |\n',
    );
  });

  it('is Markdown in which only numbers and plain words are not code', () => {
    const cells = [-1.5, '2026-05-29', 'shop, and more', '*2026-05-29*'];
    assert.equal(
      tableMarkdown({ columns: ['a', 'b', 'c', 'd'], rows: [cells] }).split('\n')[2],
      '| -1.5 | 2026-05-29 | shop, and more | `*2026-05-29*` |',
    );
  });

  it('lets no name of a domain become a formula, a further cell or a further row', () => {
    const cell = fc.constantFrom('=1+1', '+cmd', '-2', '@x', '\t=1', '"', ',', '\r\n', '|', '`', 'a');
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (parts) => {
        const name = parts.join('');
        const table = watchedTable([{ name, values, day: '2026-05-31', above: false, trend: [] }]);
        const [first] = records(tableCsv(table)).slice(1);
        assert.doesNotMatch(first?.[0] ?? '', /^\s*[=+\-@]/);
        assert.deepEqual(first?.slice(1, 5), ['5200', '42', '99', '812']);
        assert.equal(records(tableCsv(table)).length, 2);
        assert.equal(tableMarkdown(table).trimEnd().split('\n').length, 3);
      }),
    );
  });
});

/** Returns the records of a CSV file, unquoted. */
function records(csv: string): string[][] {
  const found: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    found.push(record);
    record = [];
  }
  return found;
}
