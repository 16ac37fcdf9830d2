import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultConventions, resolveDifferences } from '../../../../src/service/differences.ts';
import type { ListedLog, LogFilter, LogRow } from '../../../../src/service/model.ts';
import { checkLogs, rowMatcher } from '../../../../src/service/queries/filter.ts';

const names = defaultConventions;
const none = resolveDifferences(
  Object.fromEntries(Object.keys(names).flatMap((name) => (name.endsWith('Filter') ? [[name, null]] : []))),
);

const listed = (row: LogRow): ListedLog => ({
  key: { domain: 7, idx: row.idx, detectedType: 'WAF' },
  row,
});

const row: LogRow = {
  idx: 7,
  time: '2026-11-21 10:00:00',
  rule: 'SQL Injection',
  ruleRaw: 'SQL_INJECTION',
  country: 'South Korea',
  countryCode: 'KR',
  address: '2001:db8::9',
  uri: '/Cart?q=%3Cscript%3E',
  action: 'Blocked',
  rawData: 'GET /Cart?q=%3Cscript%3E HTTP/1.1\r\n\r\n',
  other: { site: 'north', level: 3 },
};

describe('checkRows', () => {
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
    [{ countryCode: 'kr' }, true],
    [{ countryCode: 'US' }, false],
    [{ uri: '/cart' }, true],
    [{ uri: '/checkout' }, false],
    [{ keyword: '<script>' }, true],
    [{ keyword: 'cart?Q=' }, true],
    [{ keyword: 'sql.injection' }, false],
    [{ keyword: '"script"' }, false],
    [{ keyword: 'NORTH' }, true],
    [{ keyword: 'nowhere' }, false],
    [{ address: '2001:db8::9', action: 'Detected' }, false],
  ] as const satisfies readonly (readonly [LogFilter, boolean])[]) {
    it(`${matches ? 'keeps' : 'leaves out'} a row: ${JSON.stringify(filter)}`, () => {
      assert.equal(rowMatcher(filter)(row), matches);
      assert.equal(checkLogs([listed(row)], filter, names).logs.length, matches ? 1 : 0);
    });
  }

  it('does not take one address for the start of another', () => {
    const other = { ...row, address: '203.0.113.90' };
    assert.equal(rowMatcher({ address: '203.0.113.9' })(other), false);
  });

  it('takes an address with a port, or none, as it is', () => {
    const other = { ...row, address: '203.0.113.9:80' };
    assert.equal(rowMatcher({ address: '203.0.113.9:80' })(other), true);
    assert.equal(rowMatcher({ address: ':' })(other), false);
  });

  it('searches only the names of a rule that a row has', () => {
    assert.equal(rowMatcher({ rule: 'e' })({ idx: 1, ruleRaw: 'XSS', other: {} }), false);
    assert.equal(rowMatcher({ rule: 's' })({ idx: 1, ruleRaw: 'XSS', other: {} }), true);
  });

  it('says what the service ignored', () => {
    const blocked = listed({ ...row, idx: 1 });
    const detected = listed({ ...row, idx: 2, action: 'Detected' });
    const checked = checkLogs([blocked, detected], { action: 'Blocked', countryCode: 'KR' }, names);
    assert.deepEqual(checked, { logs: [blocked], ignored: ['action'], unasked: [] });
  });

  it('says what could not be asked', () => {
    const checked = checkLogs([listed(row)], { action: 'Blocked' }, { ...names, actionFilter: null });
    assert.deepEqual(checked, { logs: [listed(row)], ignored: [], unasked: ['action'] });
  });

  const silent = listed({ idx: 8, other: {} });
  const whole = {
    ...{ from: '2026-11-21', detectedType: 'WAF', action: 'Blocked', rule: 'x' },
    address: '::1',
  };

  it('trusts the service where a row does not tell', () => {
    assert.deepEqual(checkLogs([silent], { ...whole, keyword: 'in the body' }, names).logs, [silent]);
  });

  it('takes an empty value for one that a row does not tell', () => {
    const empty = listed({ idx: 8, action: '', address: '', uri: '', other: {} });
    const checked = checkLogs([empty], { action: 'Blocked', address: '::1', uri: '/cart' }, names);
    assert.deepEqual(checked.logs, [empty]);
    assert.deepEqual(checked.ignored, []);
  });

  for (const [field, wanted] of Object.entries(whole)) {
    it(`leaves out a row that does not tell its ${field} to a service that was not asked`, () => {
      assert.deepEqual(checkLogs([silent], { [field]: wanted }, none).logs, []);
    });
  }

  it('keeps the order, and only rows that each part keeps on its own', () => {
    const action = fc.constantFrom('Blocked', 'Detected');
    const countryCode = fc.constantFrom('KR', 'US', 'DE');
    const rows = fc.array(fc.record({ idx: fc.nat(), action, countryCode, other: fc.constant({}) }));
    fc.assert(
      fc.property(rows, action, countryCode, (list, wanted, country) => {
        const logs = list.map(listed);
        const expected = logs.filter(
          (each) => each.row.action === wanted && each.row.countryCode === country,
        );
        const { logs: left } = checkLogs(logs, { action: wanted, countryCode: country }, names);
        assert.deepEqual(left, expected);
      }),
    );
  });

  it('finds any text as it is and percent-encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (keyword) => {
        const holds = rowMatcher({ keyword });
        for (const uri of [keyword, encodeURIComponent(keyword)]) {
          assert.equal(holds({ idx: 1, uri: `/a${uri}b`, other: {} }), true, uri);
        }
      }),
    );
  });

  it('finds no percent-encoded letters and digits, which are not encoded', () => {
    for (const [keyword, uri] of [
      ['admin', '/%61dmin'],
      ['AZ09', '/AZ0%39'],
    ] as const) {
      assert.equal(rowMatcher({ keyword })({ idx: 1, uri, rawData: '', other: {} }), false, uri);
    }
  });

  it('finds a space as it is, percent-encoded, and as a plus sign', () => {
    for (const uri of ['/?q=or 1', '/?q=or%201', '/?q=or+1']) {
      assert.equal(rowMatcher({ keyword: 'or 1' })({ idx: 1, uri, other: {} }), true, uri);
    }
  });

  it('finds a line break, and what a value of an unknown field contains', () => {
    const unknown = { idx: 1, uri: '/?q=%0A', rawData: '', other: { level: 42, tags: { kind: 'probe' } } };
    for (const [keyword, matches] of [
      ['q=\n', true],
      ['42', true],
      ['"kind":"probe"', true],
      ['43', false],
    ] as const) {
      assert.equal(rowMatcher({ keyword })(unknown), matches, keyword);
    }
  });

  it('finds a part of the number of a row', () => {
    const numbered = { idx: 94_711, rawData: '', other: {} };
    assert.equal(rowMatcher({ keyword: '4711' })(numbered), true);
    assert.equal(rowMatcher({ keyword: '4712' })(numbered), false);
  });

  it('looks through a long text of a row without trying its parts again and again', () => {
    const long = { idx: 1, rawData: '%2'.repeat(500_000), other: {} };
    assert.equal(rowMatcher({ keyword: '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%x' })(long), false);
  });

  it('finds any part of any text of a row, whatever the case', () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (uri, a, b) => {
        const start = a % uri.length;
        const keyword = uri.slice(start, start + 1 + (b % uri.length));
        assert.equal(rowMatcher({ keyword: keyword.toUpperCase() })({ idx: 1, uri, other: {} }), true);
      }),
    );
  });
});
