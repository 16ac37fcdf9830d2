import assert from 'node:assert/strict';
import { fieldList, notAppliedTexts, queryText } from '../../../src/formats/queryText.ts';
import { english } from '../../../src/text/l10n.ts';

describe('queryText', () => {
  const [from, to] = ['2026-11-01', '2026-11-21'];
  for (const [query, text] of [
    [{}, ''],
    [
      { keyword: 'x', action: 'Blocked', days: 'today', address: '192.0.2.9' },
      'today, 192.0.2.9, Blocked, “x”',
    ],
    [{ rule: 'SQL', countryCode: 'KR', uri: '/a', detectedType: 'WAF' }, 'SQL, KR, /a, WAF'],
    [{ days: 'yesterday' }, 'yesterday'],
    [{ days: 'last7Days' }, 'last 7 days'],
    [{ days: 'thisMonth' }, 'this month'],
    [{ days: { from: to, to } }, '2026-11-21'],
    [{ days: { from, to } }, '2026-11-01 to 2026-11-21'],
  ] as const)
    it(`is “${text}” for ${JSON.stringify(query)}`, () => assert.equal(queryText(query, english), text));
});

describe('fieldList', () => {
  it('lists fields once, the two ends of a range as days', () => {
    assert.equal(
      fieldList(['from', 'to', 'countryCode', 'action', 'uri', 'keyword', 'detectedType'], english),
      'days, country, action, path, keyword, and detection type',
    );
  });
});

describe('notAppliedTexts', () => {
  it('are sentences about the parts that were ignored or could not be sent', () => {
    assert.deepEqual(notAppliedTexts({ ignored: [], unasked: [] }, english), []);
    assert.deepEqual(notAppliedTexts({ ignored: ['uri'], unasked: ['rule'] }, english), [
      'The service ignored part of the filter: path.',
      'The setting partnerLogs.connections has no parameter for rule.',
    ]);
  });
});
