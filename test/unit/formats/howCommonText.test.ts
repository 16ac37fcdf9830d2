import assert from 'node:assert/strict';
import { commonParts, unsupportedText } from '../../../src/formats/howCommonText.ts';
import type { Commonness, Unsupported } from '../../../src/service/queries/howCommon.ts';
import { english } from '../../../src/text/l10n.ts';

const days = { from: '2026-11-15', to: '2026-11-21' };
const count = (total: number) => ({ total, filter: {} });
const unread = { unsupported: { why: 'unread', fields: [] } } as const;
const known: Commonness['counts'] = {
  route: count(12),
  address: count(3),
  rule: count(40),
  blocked: count(10),
  detected: count(2),
};
const texts = (counts: Commonness['counts']) =>
  commonParts({ days, counts }).map(({ text }) => english(text));

describe('commonParts', () => {
  it('are the numbers of logs with the same rule, path, and address, and their outcomes', () => {
    assert.deepEqual(texts(known), [
      'same rule and path: 12 in 7 days',
      'this address: 3',
      'this rule: 40',
      '10 blocked',
      '2 detected',
    ]);
  });

  it('have no outcomes if no log has the same rule and path, or if their number is not known', () => {
    assert.equal(texts({ ...known, route: count(0) }).length, 3);
    assert.deepEqual(texts({ ...known, route: unread, address: unread, rule: unread }), [
      'same rule and path: not known',
      'this address: not known',
      'this rule: not known',
    ]);
  });

  it('state once that the outcomes are not known, and name the reason', () => {
    const parts = commonParts({ days, counts: { ...known, blocked: unread, detected: unread } });
    assert.deepEqual(
      parts.slice(3).map(({ text, unsupported }) => [english(text), unsupported?.why]),
      [['blocked or detected: not known', 'unread']],
    );
  });
});

describe('unsupportedText', () => {
  const texts: Readonly<Record<Unsupported['why'], string>> = {
    missing: 'The row of this log has no value for path and address.',
    unasked: 'The setting partnerLogs.conventions has no parameter for path and address.',
    ignored: 'The service ignored part of the filter: path and address.',
    wider: "The service also returned logs that don't match this part of the filter: path and address.",
    'not-shown':
      "Some rows that the service returned don't appear to match this part of the filter: path and address.",
    'as-many':
      'The service might have ignored part of the filter: path and address. Without it, the service returns the same number of logs.',
    'no-total': "The service doesn't return the number of logs.",
    'page-size': 'The service might have counted the rows of one page only.',
    contradicts: 'The number of logs does not match the rows that the service sent.',
    unread:
      'Other lists had to be read first. This number might be shown for the next log that you open from this service.',
  };

  for (const [why, text] of Object.entries(texts))
    it(`explains ${why}`, () => {
      const unsupported = { why: why as Unsupported['why'], fields: ['uri', 'address'] as const };
      assert.equal(unsupportedText(unsupported, english), text);
    });
});
