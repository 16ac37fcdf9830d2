import assert from 'node:assert/strict';
import { headerKind, hiddenInName, isOrdinary, isOrdinarySegment } from '../../../src/redaction/ordinary.ts';

describe('headerKind', () => {
  const headers = {
    shown: [
      'Host',
      ' user-agent ',
      'Accept',
      'Accept-Language',
      'Sec-Fetch-Mode',
      'Sec-CH-UA',
      'X-Request-ID',
    ],
    address: ['Referer', 'Origin', 'Location', 'Content-Location'],
    other: ['Authorization', 'Cookie', 'X-Api-Key', 'Acceptance', 'X-Accept-Code', 'X-Sec-Fetch-Key', ''],
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
    for (const name of ['sortColor', 'sort[color]', 'Sort-Color', 'SORT_COLOR', 'a.b.color', 'x-page'])
      assert.ok(isOrdinary(name, 'red'), name);
    for (const name of ['hairColor', 'colorOfMine', 'color_code', 'recolor', 'secretcolor', '', '색'])
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

describe('hiddenInName', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    user: [],
    'user[first_name]': [],
    'address.line2': [],
    oauth2callback: [],
    utf16text: [],
    utf256text: ['utf256text'],
    'items[123456]': [],
    'a-b': [],
    'items[1234567]': ['1234567'],
    'token_x8Kq2mZ7.id': ['x8Kq2mZ7'],
    'x8Kq2mZ7-y9Lr3nA8': ['x8Kq2mZ7', 'y9Lr3nA8'],
    abcdefghijklmnopqrstuvwxy: ['abcdefghijklmnopqrstuvwxy'],
    'user-12345a': ['12345a'],
    'anna@shop.example': ['anna@shop.example'],
    'anna@shop': [],
    [`${'a.'.repeat(100)}`]: [],
    [`${'a.'.repeat(100)}b`]: [`${'a.'.repeat(100)}b`],
  };
  for (const [name, hidden] of Object.entries(names))
    it(`hides ${hidden.length === 0 ? 'nothing' : hidden.join(' and ').slice(0, 40)} in ${name.slice(0, 40)}`, () =>
      assert.deepEqual(
        hiddenInName(name).map(({ start, end }) => name.slice(start, end)),
        hidden,
      ));
});

describe('isOrdinarySegment', () => {
  const segments = {
    shown: [
      ...['shop', 'summer-shoes', 'red shoes', 'shoes2024', 'v1.2', '48547', 'index.html', '회원가입', '...'],
      ...['main.bundled.js', 'anna.petersen-2', 'web.webmanifest', 'anna.html', 'a-'.repeat(30)],
    ],
    hidden: [
      ...['my red shoes', 'my+red+shoes', 'my%20red%20shoes', 'anna.petersen', '482913', 'x8Kq2mZ7'],
      ...['12ab34', 'anna@shop.example', 'a@b-c.d', 'a'.repeat(25), 'a-'.repeat(31), 'app.configs'],
    ],
  };
  it('shows words, versions, and small numbers', () => {
    for (const segment of segments.shown) assert.ok(isOrdinarySegment(segment), segment);
  });

  it('hides titles, login names, and text that looks random', () => {
    for (const segment of segments.hidden) assert.ok(!isOrdinarySegment(segment), segment);
  });
});
