import assert from 'node:assert/strict';
import { timeForm, timeText } from '../../../src/table/columns.ts';
import { useLanguage } from '../../../src/text/l10n.ts';
import { clockIn, readerTime, type TimeStyle } from '../../../src/text/zonedTime.ts';

const UTC: TimeStyle = { zone: 'UTC', first: 'service' };
const now = Date.UTC(2026, 10, 23, 4, 0, 0);
const FORMS = ['brief', 'short', 'whole'] as const;
const forms = (time: string, style: TimeStyle = UTC, at = now) =>
  FORMS.map((form) => timeText(time, form, style, at).replaceAll('\u202f', ' '));

describe('timeText', () => {
  before(() => useLanguage({ tag: 'en', texts: {} }));
  after(() => useLanguage(undefined));

  it('has the time of day today', () => {
    const time = '2026-11-23 03:14:21';
    assert.deepEqual(forms(time), ['03:14', '03:14:21', time]);
  });

  it('has the day before today, and after it', () => {
    const time = '2026-11-22 03:14:21';
    assert.deepEqual(forms(time), ['Nov 22', 'Nov 22, 03:14', time]);
    assert.deepEqual(forms('2026-11-24 00:00:00').slice(0, 2), ['Nov 24', 'Nov 24, 00:00']);
  });

  it('has the year of another year, which no day of this one looks like', () => {
    const time = '2025-11-23 03:14:21';
    assert.deepEqual(forms(time), ['2025-11', 'Nov 23, 2025', time]);
  });

  it('takes today from the clocks of the service', () => {
    const late = Date.UTC(2026, 10, 22, 16, 0, 0);
    const time = '2026-11-23 01:00:00';
    assert.equal(timeText(time, 'brief', { zone: 'Asia/Seoul', first: 'service' }, late), '01:00');
    assert.equal(timeText(time, 'brief', UTC, late), 'Nov 23');
    const newYear = Date.UTC(2026, 11, 31, 16, 0, 0);
    const seoul: TimeStyle = { zone: 'Asia/Seoul', first: 'service' };
    assert.equal(timeText('2026-12-31 23:00:00', 'brief', seoul, newYear), '2026-12');
  });

  it("has the reader's time where that is first", () => {
    // The tests run in any time zone; one of these differs from it.
    const zone = clockIn(undefined, 0) === clockIn('Asia/Seoul', 0) ? 'America/New_York' : 'Asia/Seoul';
    const time = '2026-11-22 12:30:00';
    const reader = readerTime(time, zone) ?? assert.fail();
    const style: TimeStyle = { zone, first: 'local' };
    const at = Date.parse(reader.replace(' ', 'T'));
    assert.deepEqual(forms(time, style, at), [reader.slice(11, 16), reader.slice(11), reader]);
  });

  it('never takes a time of an unknown zone for one of today', () => {
    for (const zone of [undefined, 'Mars/Phobos']) {
      assert.equal(timeText('2026-11-23 03:14:21', 'brief', { zone, first: 'local' }, now), 'Nov 23');
    }
  });

  it('leaves a text that is no time as it was sent', () => {
    for (const text of ['yesterday', '2026-11-23T03:14:21', '2026-13-41 03:14:21', '\u202e12:00', ''])
      assert.deepEqual(forms(text), [text, text, text]);
  });

  it('is as the language of the editor writes it', () => {
    useLanguage({ tag: 'ja', texts: {} });
    try {
      assert.deepEqual(forms('2026-11-22 03:14:21').slice(0, 2), ['11月22日', '11月22日 03:14']);
    } finally {
      useLanguage({ tag: 'en', texts: {} });
    }
  });
});

describe('timeForm', () => {
  it('is whole only in a column that has room for it', () => {
    assert.deepEqual([48, 99, 100, 149, 150, 1_200].map(timeForm), [
      'brief',
      'brief',
      'short',
      'short',
      'whole',
      'whole',
    ]);
  });
});
