import assert from 'node:assert/strict';
import { isNeutral, looksRandom } from '../../../src/redaction/randomness.ts';

describe('looksRandom', () => {
  for (const [expected, values] of [
    [
      true,
      [
        ...['a1b2c3d4', 'abc12de3', 'aBcDe123', '12345678abcdef00', 'kestrel-a1b2c3d4', 'x20260909T153000Z'],
        ...['bcdfghjklmnp', 'BCDFGHJKLMNP', 'aeiobcdfghaei', 'bcdfgabcdfgab', 'aBcDeFgHiJkk'],
      ],
    ],
    [
      false,
      [
        ...['a1b2c3d', 'abc12def', 'Abc12Def', 'bab12zyz', '12345678abcdef0', '1234567890123456xyz'],
        ...['bcdfghjklmn', 'kestrelhillhall', 'KESTRELHILLHALL', 'bcdfgabcdfga', 'aBcDeFgHikkk'],
        ...['09T153000Z', '20260909T153000Z', 'a-long-name-of-a-page', ''],
      ],
    ],
  ] as const)
    for (const value of values)
      it(`is ${expected} for ${value}`, () => assert.equal(looksRandom(value), expected));
});

describe('isNeutral', () => {
  it('is true for harmless values that attacks use', () => {
    for (const value of ['admin', 'Administrator', 'root', '7', '2026', '127.0.0.128', 'localhost'])
      assert.ok(isNeutral(value), value);
    for (const value of ['xadmin', 'admins', '12345', '10.0.0', '1.2.3.4.5', ''])
      assert.ok(!isNeutral(value), value);
  });
});
