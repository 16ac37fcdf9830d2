import assert from 'node:assert/strict';
import { headerKind, isOrdinary } from '../../../src/redaction/ordinary.ts';

describe('headerKind', () => {
  const headers = {
    description: ['Host', 'Accept', 'Accept-Language', 'Sec-Fetch-Mode', 'Sec-CH-UA', 'X-Request-ID'],
    client: [' user-agent '],
    'media type': ['Content-Type'],
    addresses: ['X-Forwarded-For', 'X-Real-IP', 'Client-IP', 'Fastly-Client-IP'],
    other: [
      'Authorization',
      'Cookie',
      'X-Api-Key',
      'Acceptance',
      'X-Accept-Code',
      'X-Sec-Fetch-Key',
      'Referer',
      'Via',
      'X-Forwarded-Host',
      'Forwarded',
      'Ship',
      '',
    ],
  };
  for (const [kind, names] of Object.entries(headers))
    it(`is ${kind} for ${names.join(', ')}`, () => {
      for (const name of names) assert.equal(headerKind(name) ?? 'other', kind, name);
    });
});

describe('isOrdinary', () => {
  const values: Readonly<
    Record<string, { readonly shown: readonly string[]; readonly hidden: readonly string[] }>
  > = {
    color: {
      shown: ['red', 'dark red', 'dark-red', 'dark_red', 'rojo', '빨강', 'é', 'e\u0301', '12', 'TRUE', ''],
      hidden: ['dark.red', 'a1b2c3', 'very dark red', 'pneumonoultramicro', 'red abcdefghijklmnopq'],
    },
    width: {
      shown: ['0', '9999', '12.5', '-12.50', '0.99'],
      hidden: ['12345', '12.345', '12.5e3', 'x12.50', '12.50 EUR', '--123'],
    },
    startDate: {
      shown: ['2026-11', '2026-11-26', '2026-11-26 10:20:30', '2026-11-26T10:20:30.123456Z'],
      hidden: ['x2026-11-26', '20261126', '2026-11-261', '2026-11-26T10', '2026-11-26Z', '2026-1a-26'],
    },
    X: { shown: ['250', '-1.5'], hidden: ['12345', 'red'] },
    memo: {
      shown: ['true', 'False', 'no', 'null', '7', '-42', '…', '='.repeat(40)],
      hidden: ['red', '123', '--4', 'truest', 'not true', '2026-11-26', '='.repeat(41)],
    },
  };
  for (const [name, { shown, hidden }] of Object.entries(values))
    it(`determines which values of ${name} are harmless`, () => {
      for (const value of shown) assert.ok(isOrdinary(name, value), value);
      for (const value of hidden) assert.ok(!isOrdinary(name, value), value);
    });

  it('judges all words of the name', () => {
    const sort = 'sort.'.repeat(7);
    for (const name of `sortColor sort[color] Sort-Color SORT_COLOR a.b.color x-page ${sort}color`.split(' '))
      assert.ok(isOrdinary(name, 'red'), name);
    for (const name of `hairColor colorOfMine color_code recolor secretcolor  색 ${sort}locale`.split(' '))
      assert.ok(!isOrdinary(name, 'red'), name);
  });

  it('hides data about people', () => {
    for (const [name, value] of [
      ['birth_date', '1985-03-12'],
      ['from', 'quokka'],
      ['to', 'zanzibar'],
      ['amount', '4821'],
      ['ship_to', 'Quokka Zanzibar'],
      ['city', 'Busan'],
      ['gender', 'female'],
      ['user_type', 'nurse'],
    ] as const)
      assert.ok(!isOrdinary(name, value), name);
  });
});
