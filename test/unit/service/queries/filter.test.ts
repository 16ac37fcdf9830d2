import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultConventions, resolveDifferences } from '../../../../src/service/differences.ts';
import type { ListedLog, LogFilter, LogRow } from '../../../../src/service/model.ts';
import { FilterCheck, type FilterNames, rowMatcher } from '../../../../src/service/queries/filter.ts';

const names = defaultConventions;
const listed = (row: LogRow): ListedLog => ({ key: { domain: 7, idx: row.idx, detectedType: 'WAF' }, row });

function checkLogs(logs: readonly ListedLog[], filter: LogFilter, parameters: FilterNames) {
  const check = new FilterCheck(filter, parameters);
  return { logs: check.matching(logs), ignored: [...check.ignored], unasked: [...check.unasked] };
}

const row: LogRow = {
  idx: 94_711,
  time: '2026-11-21 10:00:00',
  rule: 'SQL Injection',
  ruleRaw: 'SQL_INJECTION',
  country: 'South Korea',
  countryCode: 'KR',
  address: '2001:db8::9',
  uri: '/Cart?q=%3Cscript%3E&r=%0A',
  action: 'Blocked',
  rawData: 'GET /Cart HTTP/1.1\r\n\r\n',
  other: { site: 'north', level: 42, tags: { kind: 'probe' } },
};

describe('A filter', () => {
  for (const [filter, matches] of [
    [{}, true],
    [{ from: '2026-11-21', to: '2026-11-21' }, true],
    [{ from: '2026-11-22' }, false],
    [{ to: '2026-11-20' }, false],
    [{ action: 'blocked' }, true],
    [{ action: 'Detected' }, false],
    [{ rule: 'sql injection' }, true],
    [{ rule: 'SQL_INJECTION' }, true],
    [{ rule: 'Cross Site Scripting' }, false],
    [{ address: '2001:DB8:0::9' }, true],
    [{ address: '2001:db8::90' }, false],
    [{ address: ':' }, false],
    [{ countryCode: 'kr' }, true],
    [{ countryCode: 'US' }, false],
    [{ uri: '/cart' }, true],
    [{ uri: '/checkout' }, false],
    [{ keyword: '<script>' }, true],
    [{ keyword: 'cart?Q=' }, true],
    [{ keyword: 'r=\n' }, true],
    [{ keyword: 'sql.injection' }, false],
    [{ keyword: '"script"' }, false],
    [{ keyword: 'NORTH' }, true],
    [{ keyword: '42' }, true],
    [{ keyword: '43' }, false],
    [{ keyword: '"kind":"probe"' }, true],
    [{ keyword: '4711' }, true],
    [{ keyword: 'nowhere' }, false],
    [{ address: '2001:db8::9', action: 'Detected' }, false],
  ] as const satisfies readonly (readonly [LogFilter, boolean])[]) {
    it(`${matches ? 'keeps' : 'leaves out'} a row: ${JSON.stringify(filter)}`, () => {
      assert.equal(rowMatcher(filter)(row), matches);
      assert.equal(checkLogs([listed(row)], filter, names).logs.length, matches ? 1 : 0);
    });
  }

  it('states which parts the service ignored, and which it does not have', () => {
    const blocked = listed({ ...row, idx: 1 });
    const detected = listed({ ...row, idx: 2, action: 'Detected' });
    const filter = { action: 'Blocked', countryCode: 'KR' };
    assert.deepEqual(checkLogs([blocked, detected, blocked], filter, names), {
      logs: [blocked, blocked],
      ignored: ['action'],
      unasked: [],
    });
    const { ignored, unasked } = checkLogs([detected], filter, { ...names, actionFilter: null });
    assert.deepEqual([ignored, unasked], [[], ['action']]);
  });

  it('keeps a row that does not show whether it matches, if the service was asked', () => {
    const filter = {
      from: '2026-11-21',
      detectedType: 'WAF',
      action: 'Blocked',
      rule: 'x',
      address: '::1',
      keyword: 'x',
    };
    const silent = listed({ idx: 8, action: '', address: '', other: {} });
    assert.deepEqual(checkLogs([silent], filter, names), { logs: [silent], ignored: [], unasked: [] });
    for (const [field, wanted] of Object.entries(filter)) {
      const conventions = resolveDifferences({ [`${field}Filter`]: null });
      assert.deepEqual(checkLogs([silent], { [field]: wanted }, conventions).logs, [], field);
    }
  });

  it('finds any text as it is and percent-encoded, in any case', () => {
    const property = fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (keyword) => {
      for (const uri of [keyword, encodeURIComponent(keyword)])
        assert.equal(rowMatcher({ keyword })({ idx: 1, uri: `/a${uri}b`, other: {} }), true, uri);
    });
    fc.assert(property);
    const isFound = (keyword: string, uri: string) =>
      rowMatcher({ keyword })({ idx: 1, uri, rawData: '', other: {} });
    for (const uri of ['/?q=or 1', '/?q=or%201', '/?q=or+1']) assert.equal(isFound('OR 1', uri), true, uri);
    for (const uri of ['/%61dmin', '/admi%6e']) assert.equal(isFound('admin', uri), false, uri);
    assert.equal(isFound(`${'%'.repeat(32)}x`, '%2'.repeat(500_000)), false);
  });
});
