import assert from 'node:assert/strict';
import { filterOn, isEmptyQuery } from '../../../../src/service/queries/logQuery.ts';
import { parseLogQuery, parseTypedDays } from '../../../../src/service/queries/parseLogQuery.ts';
import { english } from '../../../../src/text/l10n.ts';

describe('filterOn', () => {
  for (const [days, today, from, to] of [
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last7Days', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['thisMonth', '2026-03-31', '2026-03-01', '2026-03-31'],
  ] as const) {
    it(`has the days of ${days}`, () => {
      assert.deepEqual(filterOn(today, { days, rule: 'XSS' }), { from, to, rule: 'XSS' });
    });
  }

  it('keeps days that are given', () => {
    const days = { from: '2026-01-02', to: '2026-01-03' };
    assert.deepEqual(filterOn('2026-03-01', { days }), days);
  });

  it('is a filter of nothing when it is empty', () => {
    assert.deepEqual(filterOn('2026-03-01', {}), {});
    assert.equal(isEmptyQuery({}), true);
    assert.equal(isEmptyQuery({ uri: '/' }), false);
    assert.equal(isEmptyQuery({ uri: undefined } as object), true);
  });
});

describe('parseLogQuery', () => {
  for (const [text, query] of [
    ['', {}],
    ['   ', {}],
    ['203.0.113.9', { address: '203.0.113.9' }],
    ['2001:db8::9', { address: '2001:db8::9' }],
    ['203.0.113', { keyword: '203.0.113' }],
    ['203.0.113.256', { keyword: '203.0.113.256' }],
    ['today', { days: 'today' }],
    ['Yesterday BLOCKED', { days: 'yesterday', action: 'Blocked' }],
    ['2026-11-21', { days: { from: '2026-11-21', to: '2026-11-21' } }],
    ['detected', { action: 'Detected' }],
    ['2026-02-30', { keyword: '2026-02-30' }],
    ['20261121', { keyword: '20261121' }],
    ['KR', { countryCode: 'KR' }],
    [' KR\n', { countryCode: 'KR' }],
    ['OR 1=1', { keyword: 'OR 1=1' }],
    [' OR  1=1 ', { keyword: 'OR  1=1' }],
    ['union  select', { keyword: 'union  select' }],
    ['upload today 203.0.113.9 script', { days: 'today', address: '203.0.113.9', keyword: 'upload script' }],
    ['203.0.113.9 203.0.113.8', { address: '203.0.113.9', keyword: '203.0.113.8' }],
    ['"today"', { keyword: 'today' }],
    ['"', { keyword: '"' }],
    ['q="today"', { keyword: 'q="today"' }],
    ['"today" yesterday', { days: 'yesterday', keyword: '"today"' }],
    ['/etc/passwd', { keyword: '/etc/passwd' }],
  ] as const) {
    it(`is understood: ${text}`, () => assert.deepEqual(parseLogQuery(text), query));
  }

  it('does not change a field by a word that has another meaning, too', () => {
    const meanings = new Map([['waf', { rule: 'SQL Injection', action: 'Detected' }]]);
    assert.deepEqual(parseLogQuery('WAF', meanings), meanings.get('waf'));
    assert.deepEqual(parseLogQuery('blocked WAF', meanings), { action: 'Blocked', keyword: 'WAF' });
  });
});

describe('parseTypedDays', () => {
  const today = '2026-11-21';

  for (const [text, from, to] of [
    ['2026-11-01', '2026-11-01', '2026-11-01'],
    ['2026-11-01 to 2026-11-21', '2026-11-01', '2026-11-21'],
    ['20261101..20261121', '2026-11-01', '2026-11-21'],
    [' 2026-08-01 – 2026-08-31 ', '2026-08-01', '2026-08-31'],
    ['2026-11-01 ~ 2026-11-21', '2026-11-01', '2026-11-21'],
    ['2026-11-01 ～ 2026-11-21', '2026-11-01', '2026-11-21'],
    ['2026-11-01〜2026-11-21', '2026-11-01', '2026-11-21'],
    ['2026-11-01부터 2026-11-21까지', '2026-11-01', '2026-11-21'],
    ['2026-11-01から2026-11-21まで', '2026-11-01', '2026-11-21'],
    ['２０２６-１１-０１～２０２６-１１-２１', '2026-11-01', '2026-11-21'],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(parseTypedDays(text, today), { from, to }));
  }

  for (const [text, problem] of [
    ['', /one or two dates, for example 2026-11-01 to 2026-11-21$/],
    ['tomorrow', /one or two dates/],
    ['2026-02-30', /one or two dates/],
    ['2026-09-15 to 2026-09-31', /one or two dates/],
    ['2026-09-15 to 2026-9-20', /one or two dates/],
    ['2026-11-01 2026-11-02 2026-11-03', /one or two dates/],
    ['2026-11-02 to 2026-11-01', /after the last/],
    ['2026-07-31 to 2026-11-01', /from 2026-08-01 on/],
  ] as const) {
    it(`refuses ${text || 'nothing'}`, () => {
      const answer = parseTypedDays(text, today);
      assert.match('problem' in answer ? english(answer.problem) : '', problem);
    });
  }
});
