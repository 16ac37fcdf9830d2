import assert from 'node:assert/strict';
import { useLanguage } from '../../../src/text/l10n.ts';
import { countryName, localAgo, localDate, localList, localNumber } from '../../../src/text/localFormats.ts';

describe('local formats', () => {
  const written = (tag?: string) => {
    useLanguage(tag === undefined ? undefined : { tag, texts: {} });
    return [
      localNumber(1234567),
      localNumber(12345, { notation: 'compact' }),
      localDate(0, { dateStyle: 'long', timeZone: 'UTC' }),
      localList(['a', 'b', 'c']),
      countryName('kr'),
    ];
  };

  afterEach(() => useLanguage(undefined));

  it('are those of the language of the editor', () => {
    assert.deepEqual(written(), ['1,234,567', '12K', 'January 1, 1970', 'a, b, and c', 'South Korea']);
    assert.deepEqual(written('ko'), ['1,234,567', '1.2만', '1970년 1월 1일', 'a, b 및 c', '대한민국']);
    assert.deepEqual(written('ja'), ['1,234,567', '1.2万', '1970年1月1日', 'a、b、c', '韓国']);
    assert.deepEqual(written(), written('en'));
  });

  it('tell the time since an instant in whole units, never by the calendar', () => {
    const now = Date.UTC(2026, 10, 23, 14);
    const hours = (count: number) => localAgo(now - count * 3_600_000, now);
    assert.deepEqual([0, 0.5, 5, 42, 45 * 24, 400 * 24].map(hours), [
      'this minute',
      '30 min. ago',
      '5 hr. ago',
      '1 day ago',
      '1 mo. ago',
      '1 yr. ago',
    ]);
  });

  it('have no name for what is no country', () => {
    assert.equal(countryName('T1'), undefined);
    assert.equal(countryName('toString'), undefined);
    assert.equal(countryName('QQ'), undefined);
  });
});
