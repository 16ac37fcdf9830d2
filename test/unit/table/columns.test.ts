import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ListedLog, LogRow } from '../../../src/service/model.ts';
import {
  addOtherColumns,
  COLUMNS,
  columnOf,
  FIRST_COLUMNS,
  fitColumns,
  timeForm,
  timeText,
  withStatus,
} from '../../../src/table/columns.ts';
import { rowView } from '../../../src/table/rowView.ts';
import { useLanguage } from '../../../src/text/l10n.ts';
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
      for (let room = 340; room <= 2_000; room++) {
        const total = fitColumns(columns, false, room).reduce((sum, { width }) => sum + width, 0);
        assert.ok(total <= room && total > room - columns.length, `${room}: ${total}`);
      }
  });

  it('shows all columns that the user chose in a narrow table too', () => {
    const chosen = [...FIRST_COLUMNS, 'idx', 'other.x', 'gone'];
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

  it('has columns for at most 40 fields that the interface does not name', () => {
    const { row } = listed({ other: { score: 5, tags: ['a'], none: null, '': 1, ['n'.repeat(101)]: 1 } });
    const known = new Set<string>();
    addOtherColumns(known, row);
    assert.deepEqual([...known], ['other.score', 'other.tags', 'other.none']);
    const textOf = (id: string) => columnOf(id)?.textOf(row);
    assert.deepEqual([...known].map(textOf), ['5', '["a"]', undefined]);
    assert.deepEqual([textOf('other.toString'), columnOf('nothing')], [undefined, undefined]);
    addOtherColumns(
      known,
      listed({ other: Object.fromEntries([...'x'.repeat(60)].map((_, at) => [at, 1])) }).row,
    );
    assert.equal(known.size, 40);
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

const UTC: TimeStyle = { zone: 'UTC', first: 'service' };
const now = Date.UTC(2026, 10, 23, 4, 0, 0);
const forms = (time: string, style: TimeStyle = UTC, at = now) =>
  (['brief', 'short', 'whole'] as const).map((form) =>
    timeText(time, form, style, at).replaceAll('\u202f', ' '),
  );

describe('timeText', () => {
  before(() => useLanguage({ tag: 'en', texts: {} }));
  after(() => useLanguage(undefined));

  for (const [name, time, brief, short] of [
    ['the time of day today', '2026-11-23 03:14:21', '03:14', '03:14:21'],
    ['the day before today', '2026-11-22 03:14:21', 'Nov 22', 'Nov 22, 03:14'],
    ['the day after today', '2026-11-24 00:00:00', 'Nov 24', 'Nov 24, 00:00'],
    ['the year of another year', '2025-11-23 03:14:21', '2025-11', 'Nov 23, 2025'],
  ] as const)
    it(`has ${name}`, () => assert.deepEqual(forms(time), [brief, short, time]));

  it("takes today from the service's clocks, and never from an unknown time zone", () => {
    const late = Date.UTC(2026, 10, 22, 16, 0, 0);
    const time = '2026-11-23 01:00:00';
    assert.equal(timeText(time, 'brief', { zone: 'Asia/Seoul', first: 'service' }, late), '01:00');
    assert.equal(timeText(time, 'brief', UTC, late), 'Nov 23');
    for (const zone of [undefined, 'Mars/Phobos'])
      assert.equal(timeText(time, 'brief', { zone, first: 'local' }, now), 'Nov 23');
  });

  it("has the reader's time where that is first", () => {
    // The tests run in any time zone; one of these differs from it.
    const zone = clockIn(undefined, 0) === clockIn('Asia/Seoul', 0) ? 'America/New_York' : 'Asia/Seoul';
    const time = '2026-11-22 12:30:00';
    const reader = readerTime(time, zone) ?? assert.fail();
    const at = Date.parse(reader.replace(' ', 'T'));
    assert.deepEqual(forms(time, { zone, first: 'local' }, at), [
      reader.slice(11, 16),
      reader.slice(11),
      reader,
    ]);
  });

  it('leaves a text that is no time as it was sent', () => {
    for (const text of ['yesterday', '2026-11-23T03:14:21', '2026-13-41 03:14:21', '\u202e12:00', ''])
      assert.deepEqual(forms(text), [text, text, text]);
  });

  it('is as the language of the editor writes it', () => {
    useLanguage({ tag: 'ja', texts: {} });
    assert.deepEqual(forms('2026-11-22 03:14:21').slice(0, 2), ['11月22日', '11月22日 03:14']);
    useLanguage({ tag: 'en', texts: {} });
  });

  it('is whole only in a column that has room for it', () => {
    assert.deepEqual([99, 100, 149, 150].map(timeForm), ['brief', 'short', 'short', 'whole']);
  });
});
