import assert from 'node:assert/strict';
import { fieldList, notAppliedTexts, queryText } from '../../../src/formats/queryText.ts';
import { english, useLanguage } from '../../../src/text/l10n.ts';

describe('queryText', () => {
  afterEach(() => useLanguage(undefined));

  it('names its values in one order, a keyword in quotes', () => {
    const query = { keyword: 'union', action: 'Blocked', days: 'last7Days', address: '203.0.113.9' } as const;
    assert.equal(queryText(query), 'last 7 days, 203.0.113.9, Blocked, “union”');
  });

  it('has each value in words', () => {
    const presets = ['today', 'yesterday', 'last7Days', 'thisMonth'] as const;
    assert.deepEqual(
      presets.map((days) => queryText({ days })),
      ['today', 'yesterday', 'last 7 days', 'this month'],
    );
    assert.equal(
      queryText({ rule: 'SQL', countryCode: 'KR', uri: '/a', keyword: 'x', detectedType: 'WAF' }),
      'SQL, KR, /a, “x”, WAF',
    );
  });

  it('names a day or a range of days', () => {
    assert.equal(queryText({ days: { from: '2026-11-21', to: '2026-11-21' } }), '2026-11-21');
    assert.equal(queryText({ days: { from: '2026-11-01', to: '2026-11-21' } }), '2026-11-01 to 2026-11-21');
  });

  it('is empty when nothing is narrowed', () => assert.equal(queryText({}), ''));

  it('lists fields in the language of the editor, unless the text is English', () => {
    useLanguage({ tag: 'ko', texts: {} });
    assert.equal(
      fieldList(['address', 'rule'], (text) => english(text)),
      'address 및 rule',
    );
    assert.equal(fieldList(['address', 'rule']), 'address and rule');
  });

  it('lists fields once, the two ends of a range as days', () => {
    assert.equal(fieldList(['from', 'to', 'countryCode']), 'days and country');
    assert.equal(
      fieldList(['address', 'rule', 'action', 'uri', 'keyword', 'detectedType']),
      'address, rule, action, path, keyword, and detection type',
    );
  });
});

describe('notAppliedTexts', () => {
  const nothing = { ignored: [], unasked: [] };

  it('are sentences about the parts that were ignored or could not be sent', () => {
    assert.deepEqual(notAppliedTexts(nothing, english), []);
    assert.deepEqual(notAppliedTexts({ ignored: ['uri'], unasked: ['rule'] }, english), [
      'The service ignored part of the filter: path.',
      'The setting partnerLogs.connections has no parameter for rule.',
    ]);
  });
});
