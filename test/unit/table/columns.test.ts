import assert from 'node:assert/strict';
import type { ListedLog, LogRow } from '../../../src/service/model.ts';
import { fitColumns, rowView, timeText } from '../../../src/table/columns.ts';
import type { TimeStyle } from '../../../src/text/zonedTime.ts';

describe('fitColumns', () => {
  for (const [width, ids] of [
    [340, 'action uri rule time'],
    [499, 'action uri rule time'],
    [500, 'action uri rule time detectedValue'],
    [749, 'action uri rule time detectedValue'],
    [750, 'action uri rule time detectedValue address'],
    [1_000, 'action uri rule time detectedValue address country'],
  ] as const) {
    it(`shows ${ids} in ${width} px, and the status without displacing one`, () => {
      const shown = (hasStatus: boolean) => fitColumns(width, hasStatus).map(({ id }) => id);
      assert.equal(shown(false).join(' '), ids);
      assert.equal(shown(true).join(' '), ids.replace('action', 'action status'));
      const least = fitColumns(width, true).reduce((sum, each) => sum + each.width, 0);
      assert.ok(least <= Math.max(width, 360), String(least));
    });
  }

  it('has room for the icon of the action alone below 1,000, and for its word above', () => {
    const width = (room: number) => fitColumns(room, false)[0]?.width ?? 0;
    assert.ok(width(999) === 32 && width(1_000) > 80);
  });
});

const view = (row: Partial<LogRow>, detectedType = 'WAF', status?: string) => {
  const log: ListedLog = { key: { domain: 1, idx: 7, detectedType }, row: { idx: 7, other: {}, ...row } };
  return rowView(log, false, status);
};

describe('rowView', () => {
  it('has the cells that the service sent, and no others', () => {
    const { cells, id } = view({ uri: '/a', rule: '' });
    assert.deepEqual([id, cells], ['7/WAF', { uri: '/a', rule: '' }]);
    assert.equal(view({ countryCode: 'NL' }).cells['country'], 'Netherlands');
    assert.equal(view({ countryCode: '??' }).cells['country'], '??');
    assert.equal(view({}, 'BOT').id, '7/BOT');
  });

  it('cuts a cell at 500 units, and says how long it is', () => {
    const path = `/${'a'.repeat(10_240)}`;
    assert.equal(view({ uri: path }).cells['uri'], `${path.slice(0, 500)}… (10,241 characters)`);
    assert.equal(view({ uri: path.slice(0, 500) }).cells['uri'], path.slice(0, 500));
  });

  it('has the method if the row has raw data that begins with one', () => {
    assert.equal(view({ rawData: 'POST /cart HTTP/1.1' }).method, 'POST');
    for (const rawData of ['', 'post /', '<b>GET /', 'GET\u202e /', 'GET', ' GET /', 'A'.repeat(17)])
      assert.equal(view({ rawData }).method, undefined, rawData);
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
});
