import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ListedLog, LogRow } from '../../../src/service/model.ts';
import { COLUMNS, FIRST_COLUMNS, fitColumns, timeText, withStatus } from '../../../src/table/columns.ts';
import { rowView } from '../../../src/table/rowView.ts';
import { clockIn, readerTime, type TimeStyle } from '../../../src/text/zonedTime.ts';

const shown = (columns: readonly string[], room: number, areChosen = false) =>
  fitColumns(columns, areChosen, room).map(({ id }) => id);

describe('fitColumns', () => {
  it('shows more of the first columns the wider the table is, and the status never displaces one', () => {
    for (const [width, count] of [
      [340, 4],
      [499, 4],
      [500, 5],
      [749, 5],
      [750, 6],
      [1_000, 7],
    ] as const) {
      assert.deepEqual(shown(FIRST_COLUMNS, width), FIRST_COLUMNS.slice(0, count));
      assert.equal(shown(withStatus(FIRST_COLUMNS), width).length, count + 1);
    }
  });

  it('fills the table at every width, and never exceeds it', () => {
    for (const columns of [FIRST_COLUMNS, withStatus(FIRST_COLUMNS)])
      for (let room = 360; room <= 2_000; room++) {
        const total = fitColumns(columns, false, room).reduce((sum, { width }) => sum + width, 0);
        assert.ok(total <= room && total > room - columns.length, `${room}: ${total}`);
      }
  });

  it('shows all columns that the user chose in a narrow table too', () => {
    const chosen = [...FIRST_COLUMNS, 'idx', 'gone'];
    assert.deepEqual(shown(chosen, 320, true), chosen.slice(0, -1));
  });

  it('has room for the icon of the action alone below 1,000, and for its word above', () => {
    const width = (room: number) => fitColumns(FIRST_COLUMNS, false, room)[0]?.width ?? 0;
    assert.ok(width(999) === 32 && width(1_000) > 80);
  });
});

describe('withStatus', () => {
  it('places the status beside the action, unless the user has placed it', () => {
    assert.deepEqual(withStatus(['action', 'uri']), ['action', 'status', 'uri']);
    assert.deepEqual(withStatus(['uri']), ['status', 'uri']);
    assert.deepEqual(withStatus(['uri', 'status']), ['uri', 'status']);
  });
});

const listed = (row: Partial<LogRow>, detectedType = 'WAF'): ListedLog => ({
  key: { domain: 1, idx: 7, detectedType },
  row: { idx: 7, other: {}, ...row },
});

describe('rowView', () => {
  it('has the cells that the service sent, and no others', () => {
    const { cells, id } = rowView(listed({ uri: '/a', rule: '' }), FIRST_COLUMNS, false);
    assert.deepEqual([id, cells], ['7/WAF', { uri: '/a', rule: '' }]);
    assert.equal(rowView(listed({ countryCode: 'NL' }), [], false).cells['country'], 'Netherlands');
    assert.equal(rowView(listed({ countryCode: '??' }), [], false).cells['country'], '??');
    assert.equal(rowView(listed({}, 'BOT'), [], false).id, '7/BOT');
  });

  it('cuts a cell at 500 units, and distinguishes it from others that begin alike', () => {
    const path = `/${'a'.repeat(10_240)}`;
    const view = (uri: string) => rowView(listed({ uri }), FIRST_COLUMNS, false);
    assert.equal(view(path).cells['uri'], `${path.slice(0, 500)}… (10,241 characters)`);
    assert.equal(view(path.slice(0, 500)).cells['uri'], path.slice(0, 500));
    assert.notEqual(view(path).digests?.['uri'], view(`${path.slice(0, -1)}b`).digests?.['uri']);
  });

  it('has the method if the row has raw data that begins with one', () => {
    const methodOf = (rawData: string) => rowView(listed({ rawData }), [], false).method;
    assert.equal(methodOf('POST /cart HTTP/1.1'), 'POST');
    for (const rawData of ['', 'post /', '<b>GET /', 'GET\u202e /', 'GET', ' GET /', 'A'.repeat(17)])
      assert.equal(methodOf(rawData), undefined, rawData);
  });

  it('has text for any row', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { cells } = rowView(
          listed({ uri: text, countryCode: text }),
          COLUMNS.map(({ id }) => id),
          false,
          text,
        );
        assert.deepEqual([cells['uri'], cells['status'], cells['idx']], [text, text, '7']);
      }),
    );
  });
});

describe('timeText', () => {
  const time = '2026-11-22 03:14:21';
  const now = Date.UTC(2026, 10, 23, 4, 0, 0);
  const text = (width: number, style: TimeStyle) => timeText(time, width, style, now);

  it('is whole in a wide column, and as short as in the tree in a narrow one', () => {
    const utc: TimeStyle = { zone: 'UTC', first: 'service' };
    assert.deepEqual([text(150, utc), text(149, utc)], [time, '11-22 03:14']);
  });

  it("is the reader's time where that is first", () => {
    // The tests run in any time zone; one of these differs from it.
    const zone = clockIn(undefined, 0) === clockIn('Asia/Seoul', 0) ? 'America/New_York' : 'Asia/Seoul';
    assert.equal(text(150, { zone, first: 'local' }), readerTime(time, zone));
  });
});
