import assert from 'node:assert/strict';
import type { ListedLog, LogRow } from '../../../src/service/model.ts';
import { addOtherColumns, columnOf, FIRST_COLUMNS, otherColumns } from '../../../src/table/columns.ts';
import { copyRows } from '../../../src/table/copyRows.ts';
import { rowView } from '../../../src/table/rowView.ts';
import { essential } from '../formats/logs.ts';

const listed = (row: Partial<LogRow>, detectedType = 'WAF'): ListedLog => ({
  key: { domain: 1, idx: 7, detectedType },
  row: { idx: 7, other: {}, ...row },
});

describe('rowView', () => {
  it('has the cells that the service sent, and no others', () => {
    const { cells, id } = rowView(listed({ uri: '/a', rule: '' }), FIRST_COLUMNS, false);
    assert.equal(id, '7/WAF');
    assert.deepEqual(cells, { uri: '/a', rule: '' });
  });

  it('tells logs of equal idx and another detection type apart', () => {
    assert.notEqual(rowView(listed({}, 'BOT'), [], false).id, rowView(listed({}), [], false).id);
  });

  it('cuts a cell at 500 units, says how long it is, and tells it from others that begin alike', () => {
    const path = `/${'a'.repeat(10_240)}`;
    const one = rowView(listed({ uri: path }), FIRST_COLUMNS, false);
    const other = rowView(listed({ uri: `${path.slice(0, -1)}b` }), FIRST_COLUMNS, false);
    assert.equal(one.cells['uri'], `${path.slice(0, 500)}… (10,241 characters)`);
    const most = path.slice(0, 500);
    assert.equal(rowView(listed({ uri: most }), FIRST_COLUMNS, false).cells['uri'], most);
    assert.notEqual(one.digests?.['uri'], other.digests?.['uri']);
  });

  it('has the method where the row has raw data that begins with one', () => {
    const methodOf = (rawData?: string) =>
      rowView(listed(rawData === undefined ? {} : { rawData }), [], false).method;
    assert.equal(methodOf('POST /cart HTTP/1.1'), 'POST');
    for (const rawData of [
      undefined,
      '',
      'post /',
      '<b>GET /',
      'GET\u202e /',
      'GET',
      ` GET /`,
      'A'.repeat(17),
    ])
      assert.equal(methodOf(rawData), undefined, rawData);
  });

  it('has columns for the fields that the interface does not name', () => {
    const row = listed({ other: { score: 5, tags: ['a'], none: null, __proto__: 'x' } }).row;
    assert.deepEqual(otherColumns(row), ['other.score', 'other.tags', 'other.none']);
    assert.equal(columnOf('other.score')?.textOf(row), '5');
    assert.equal(columnOf('other.tags')?.textOf(row), '["a"]');
    assert.equal(columnOf('other.none')?.textOf(row), undefined);
    assert.equal(columnOf('other.toString')?.textOf(row), undefined);
    assert.equal(columnOf('nothing'), undefined);
  });

  it('has at most 40 such columns a table, of names of 100 units at most', () => {
    const rowOf = (...names: string[]) =>
      listed({ other: Object.fromEntries(names.map((name) => [name, 1])) }).row;
    const most = 'n'.repeat(100);
    assert.deepEqual(otherColumns(rowOf(most, `${most}n`)), [`other.${most}`]);
    const known = new Set<string>();
    for (const letter of ['a', 'b']) {
      addOtherColumns(known, rowOf(...Array.from({ length: 39 }, (_, at) => `${letter}${at}`)));
    }
    assert.deepEqual([known.size, [...known].at(-1)], [40, 'other.b0']);
  });
});

const LOG_WORKER = new URL('../../../src/worker.ts', import.meta.url);
const MARKING_WORKER = new URL('./markingWorker.ts', import.meta.url);

describe('copyRows', () => {
  const copy = (rows: Partial<LogRow>[], columns: string[], workerFile = LOG_WORKER) =>
    copyRows(
      rows.map((row) => ({ row: listed(row).row })),
      columns,
      essential,
      { workerFile, signal: new AbortController().signal },
    );

  it('redacts in a thread of its own, where 100 rows of 60 KiB do not block the editor', async function () {
    this.timeout(60_000);
    const rows = Array.from({ length: 100 }, () => ({ uri: '/', rawData: 'a='.repeat(30 * 1024) }));
    const text = await copy(rows, ['uri'], MARKING_WORKER);
    assert.equal(text, `Path\n${'by the thread\n'.repeat(100)}`);
  });

  it('refuses more than the 16 Mi units that the clipboard takes', async function () {
    this.timeout(60_000);
    const rows = (length: number) => [{ uri: 'a'.repeat(length - 'Path\n'.length - 1) }];
    const worker = MARKING_WORKER;
    const most = 16 * 1024 * 1024;
    assert.equal((await copy(rows(most), ['uri'], worker)).length, most);
    const tooMany = copy(rows(most + 1), ['uri'], worker);
    await assert.rejects(tooMany, { code: 'out-of-memory' });
  });

  it('writes a line of titles and a line a row, with values hidden', async () => {
    const rows = [
      { rule: 'SQL Injection', uri: '/login?password=hunter22x&a=1' },
      { rule: 'XSS', uri: '/a' },
    ];
    const text = await copy(rows, ['rule', 'uri']);
    const lines = text.split('\n');
    assert.equal(lines[0], 'Rule\tPath');
    assert.match(lines[1] ?? '', /^SQL Injection\t\/login\?password=‹9 characters›/);
    assert.ok(!text.includes('hunter22x'));
    assert.equal(lines[2], 'XSS\t/a');
  });

  it('has no cell that a spreadsheet takes for a formula, a line end or another cell', async () => {
    const text = await copy([{ rule: '=1+1', ruleRaw: 'a\tb\nc\u202e' }], ['rule', 'ruleRaw']);
    assert.equal(text, "Rule\tRule (original value)\n'=1+1\ta␉b␊c‹U+202E›\n");
  });

  it('has no cell whose quotation mark a spreadsheet would leave open to the next one', async () => {
    const text = await copy([{ rule: '"a', uri: 'b"' }, { rule: '"=1+1' }], ['rule', 'uri']);
    assert.equal(text, 'Rule\tPath\n\'"a\tb"\n\'"=1+1\t\n');
  });
});
