/**
 * The places of the table: the messages to its page, and copied text. The rendered page is tested in
 * `browser/hostileTable.test.ts`.
 */
import assert from 'node:assert/strict';
import { withoutFormulas } from '../../../src/formats/csv.ts';
import { redactRow } from '../../../src/redaction/redact.ts';
import { COLUMNS, columnOf, FIRST_COLUMNS, otherColumns } from '../../../src/table/columns.ts';
import { copyRows } from '../../../src/table/copyRows.ts';
import { GROUPINGS, groupRows } from '../../../src/table/group.ts';
import { LONGEST_CELL, type RowView, rowView } from '../../../src/table/rowView.ts';
import type { ToTable } from '../../../src/table/tableMessages.ts';
import { english } from '../../../src/text/l10n.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
import { until } from '../../until.ts';
import { essential } from '../formats/logs.ts';
import { assertLine, inUtf8, readBack } from './shownTexts.ts';

export interface TablePlaces {
  /** Registers a place and how to walk through it. */
  readonly place: (
    name: string,
    work: (texts: readonly string[]) => unknown,
    texts?: readonly string[],
  ) => void;
  /** Returns a window whose service sends the texts as logs of a domain, in order, numbered from 1. */
  readonly window: () => FakeWindow;
  readonly domain: { readonly connectionId: string; readonly index: number };
  readonly texts: readonly string[];
  /** Texts for places that need one request each. */
  readonly some: readonly string[];
  readonly rowOf: (text: string, idx: number) => Parameters<typeof rowView>[0]['row'];
}

const listed = (
  texts: readonly string[],
  rowOf: TablePlaces['rowOf'],
  columns: readonly string[],
): RowView[] =>
  texts.map((text, index) =>
    rowView(
      { key: { domain: 1, idx: index + 1, detectedType: text }, row: rowOf(text, index + 1) },
      columns,
      false,
    ),
  );

export function tablePlaces({ place, window, domain, texts: all, some, rowOf }: TablePlaces): void {
  const sent = <Type extends ToTable['type']>(panel: WebviewPanel, type: Type) =>
    (panel.posted as ToTable[]).filter(
      (each): each is Extract<ToTable, { type: Type }> => each.type === type,
    );
  const list = (panel: WebviewPanel) => sent(panel, 'list').at(-1)?.state;

  /** Opens the domain's table and reads as many rows as there are texts; closes it after `work`. */
  async function inTable(work: (panel: WebviewPanel) => unknown): Promise<void> {
    await window().run('partnerLogs.openTable', domain);
    const panel = window().fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    await until(
      'the list',
      () => list(panel),
      (state) => state?.isFirst === false,
    );
    panel.say({ type: 'load', isWanted: true });
    const loaded = () => new Set(sent(panel, 'rows').flatMap(({ rows }) => rows.map(([at]) => at))).size;
    await until('the rows', loaded, (count) => count >= all.length, 60);
    try {
      await work(panel);
    } finally {
      panel.dispose();
    }
  }

  place('table: its tab, rows and names of columns, as its page gets them', () =>
    inTable((panel) => {
      assertLine(panel.title);
      const rows = new Map(sent(panel, 'rows').flatMap((message) => message.rows));
      for (const [at, text] of all.entries()) {
        const { cells = {}, detectedType } = rows.get(at) ?? {};
        assert.equal(detectedType, 'WAF');
        assert.deepEqual(Object.keys(cells).sort(), [...FIRST_COLUMNS].sort());
        for (const cell of Object.values(cells)) assertCell(cell, text);
      }
    }),
  );

  place('table: headings of groups', (texts) => {
    const rows = listed(texts, rowOf, FIRST_COLUMNS);
    for (const grouping of GROUPINGS) {
      for (let at = 0; at < rows.length; at += 190) {
        const chunk = rows.slice(at, at + 190);
        const groups = groupRows(chunk, grouping);
        assert.equal(new Set(groups.map(({ key }) => key)).size, groups.length);
        assert.deepEqual(new Set(groups.flatMap((group) => group.rows)), new Set(chunk));
        if (grouping === 'day' || grouping === 'similar') continue;
        assert.equal(groups.length, chunk.length);
        const labels = new Set(groups.map(({ label }) => label));
        for (const row of chunk) assert.ok(labels.has(row.cells[grouping]));
      }
    }
  });

  place('table: columns of fields that the service named', (texts) => {
    for (const text of texts) {
      const other = JSON.parse(`{${JSON.stringify(text)}: ${JSON.stringify(text)}}`);
      const row = { ...rowOf(text, 1), other };
      for (const id of otherColumns(row)) {
        const column = columnOf(id) ?? assert.fail(id);
        assert.deepEqual([english(column.title), column.textOf(row)], [text, text]);
        assert.equal(column.filter, undefined);
      }
      assert.equal(otherColumns(row).length, text === '' || text.length > 100 ? 0 : 1);
    }
  });

  place('clipboard: rows of the table, in a spreadsheet', async (texts) => {
    const columns = COLUMNS.map(({ id }) => id);
    const rows = texts.map((text, index) => ({ row: rowOf(text, index + 1) }));
    const copied = await copyRows(rows, columns, essential, {
      workerFile: new URL('../../../src/work/logWorker.ts', import.meta.url),
      signal: new AbortController().signal,
    });
    const [heads, ...records] = spreadsheet(copied);
    assert.deepEqual(
      heads,
      COLUMNS.map(({ title }) => english(title)),
    );
    assert.equal(records.length, texts.length);
    for (const [index, cells] of records.entries()) {
      const { row } = redactRow(rowOf(texts[index] ?? '', index + 1), essential);
      assert.equal(cells.length, columns.length, JSON.stringify(cells));
      for (const [at, cell] of cells.entries()) {
        assert.doesNotMatch(cell, /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u);
        assert.equal(withoutFormulas(cell), cell);
        const text = COLUMNS[at]?.textOf(row) ?? '';
        assert.equal(inUtf8(readBack(cell).replaceAll("'", '')), inUtf8(readBack(text).replaceAll("'", '')));
      }
    }
  });

  place('clipboard: rows chosen in the table, by its keys', (texts) =>
    inTable(async (panel) => {
      panel.say({ type: 'select', ids: texts.map((_, index) => `${index + 1}/WAF`), focus: '1/WAF' });
      window().fake.clipboard = '';
      panel.say({ type: 'copy' });
      const copied = await until('the copy', () => window().fake.clipboard, Boolean, 60);
      assert.equal(spreadsheet(copied).length, texts.length + 1);
      assertLine(sent(panel, 'say').at(-1)?.text ?? '');
      assertLine((window().fake.statuses.at(-1) ?? '').replace('$(check) ', ''));
    }),
  );

  place(
    'clipboard: Copy Value in the menu of a cell',
    (texts) =>
      inTable(async (panel) => {
        for (const text of texts) {
          const idx = all.indexOf(text) + 1;
          panel.say({ type: 'select', ids: [`${idx}/WAF`], focus: `${idx}/WAF`, column: 'uri' });
          await window().run('partnerLogs.copyValue', target(idx));
          assert.equal(inUtf8(window().fake.clipboard), inUtf8(text));
          assertLine((window().fake.statuses.at(-1) ?? '').replace('$(check) ', ''));
        }
      }),
    some,
  );

  const target = (idx: number) => ({
    connectionId: domain.connectionId,
    key: { domain: domain.index, idx, detectedType: 'WAF' },
    webviewSection: 'log',
    column: 'uri',
    field: 'uri',
  });

  place(
    'table: chips of a filter that was set from the menu of a cell',
    (texts) =>
      inTable(async (panel) => {
        for (const text of texts) {
          const idx = all.indexOf(text) + 1;
          await until(
            `log ${idx}`,
            () => {
              const number = list(panel)?.list ?? 0;
              const rows = sent(panel, 'rows').filter((each) => each.list === number);
              panel.say({ type: 'look', list: number, first: idx - 1, end: idx });
              return list(panel)?.isChanging === false && rows.flatMap((each) => each.rows);
            },
            (rows) => rows !== false && rows.some(([at]) => at === idx - 1),
          );
          panel.say({ type: 'select', ids: [`${idx}/WAF`], focus: `${idx}/WAF`, column: 'uri' });
          await window().run('partnerLogs.filterByValue', target(idx));
          const [chip] = sent(panel, 'head').at(-1)?.head.chips ?? [];
          assert.deepEqual(
            { ...chip, text: inUtf8(chip?.text ?? '') },
            { field: 'uri', name: 'Path', text: inUtf8(text) },
          );
          panel.say({ type: 'removeFilter', field: 'uri' });
          await until(
            'the filter to be removed',
            () => sent(panel, 'head').at(-1)?.head.chips.length,
            (count) => count === 0,
          );
        }
      }),
    some.filter((_, index) => index % 10 === 0),
  );
}

/** Asserts that a cell, as sent to the page, is the original text, or its start and its length. */
function assertCell(cell: string, text: string): void {
  const [sent, seen] = [inUtf8(text), inUtf8(cell)];
  if (text.length <= LONGEST_CELL) {
    assert.equal(seen, sent);
    return;
  }
  const [start = '', length] = seen.split(/… \(([\d,]+) characters\)$/);
  assert.ok(sent.startsWith(start) && start.length > LONGEST_CELL - 20, seen.slice(0, 100));
  assert.equal(length?.replaceAll(',', ''), String(text.length));
}

/**
 * Returns the cells that a spreadsheet program creates from pasted text. A quotation mark at the start of a cell
 * extends it to the next one.
 */
function spreadsheet(text: string): string[][] {
  const records: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"?)?([^\t\n]*)(\t|\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest = '', end] = cell.exec(text) ?? assert.fail('no cell');
    record.push(quoted.replaceAll('""', '"') + rest);
    if (end === '\t') continue;
    records.push(record);
    record = [];
  }
  return records;
}
