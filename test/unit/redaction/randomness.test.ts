import assert from 'node:assert/strict';
import { isNeutral, looksRandom } from '../../../src/redaction/randomness.ts';

interface Question {
  readonly ask: (value: string) => boolean;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const questions: Readonly<Record<string, Question>> = {
  'random because of its digits': {
    ask: looksRandom,
    yes: [
      'a1b2c3d4',
      'abc12de3',
      'aBcDe123',
      'a!b!c!d1',
      'abc~de12',
      '12345678abcdef00',
      'kestrelhill/a1b2c3d4',
      '12345678-1234-1234-1234-123456789012',
    ],
    no: [
      'a1b2c3d',
      'abc12def',
      'Abc12Def',
      'bab12zyz',
      'BAB12ZYZ',
      'bcd10191k',
      'été12été',
      'a\u{80}b12345c',
      '1!2!3!4!',
      '12345678abcdef0',
      '1234567890123456xyz',
      'xyz1234567890123456',
      '12345678-1234-1234-1234',
      'a1b2c3d4 kestrel',
      `${'kestrel-'.repeat(64)}a1b2c3d4`,
    ],
  },
  'random without a digit': {
    ask: looksRandom,
    yes: ['bcdfghjklmnp', 'BCDFGHJKLMNP', 'aeiobcdfghaei', 'bcdfgabcdfgab', 'aBcDeFgHiJkk'],
    no: [
      'bcdfghjklmn',
      'kestrelhillhall',
      'kest!rel!hill',
      'KESTRELHILLHALL',
      'bcdfgabcdfga',
      'bcdfgybcdfgy',
      'BCDFbcdfghjklmnp',
      'bcdfghjklmnpBCDF',
      'bcdfBCDFGHJKLMNP',
      'BCDFGHJKLMNPbcdf',
      'aBcDeFgHikkk',
    ],
  },
  'random and no time': {
    ask: looksRandom,
    yes: ['x20260909T153000Z', '20260909T153000Zx'],
    no: ['09T1530Z', '09T153000Z', '20260909T153000Z', '20260909t1530+02', '20260909T1530+0200'],
  },
  'random and no address': {
    ask: looksRandom,
    yes: [
      'a1b2c3d4.web.example',
      'web.example/a1b2c3d4',
      '/a1b2c3d4',
      'a1b2c3d4/shop/x',
      '7https://a1b2c3d4',
      'x/a1b2c3d4.js',
      './a1b2c3d4.js?x',
    ],
    no: [
      'web-a1b2c3d4.example',
      'web12-a1b2c3d4.Shop.example:8443',
      'https://shop.example/a1b2c3d4',
      'h2c+a.b://a1b2c3d4',
      '/shop/a1b2c3d4',
      '/a1b2c3d4.js',
      './a1b2c3d4.js',
      '../a1b2_c3d4-E5.woff2'.slice(0, -1),
    ],
  },

  'a harmless value that attacks use': {
    ask: isNeutral,
    yes: ['admin', 'Administrator', 'root', 'test', '7', '2026', '10.0.0.7', '127.0.0.128', 'localhost'],
    no: ['xadmin', 'admins', '12345', '10.0.0', '1.2.3.4.5', ''],
  },
};

describe('randomness', () => {
  for (const [what, { ask, yes, no }] of Object.entries(questions)) {
    for (const [answer, values] of [
      [true, yes],
      [false, no],
    ] as const)
      for (const value of values)
        it(`${answer ? 'recognizes' : 'does not mistake for'} ${what}: ${value.slice(0, 50)}`, () => {
          assert.equal(ask(value), answer);
        });
  }
});
