import assert from 'node:assert/strict';
import {
  FILE,
  isChosen,
  isDigest,
  isNeutral,
  isNoValue,
  looksChosen,
  looksNumbered,
  looksRandom,
  UUID,
} from '../../../src/redaction/randomness.ts';

const uuid = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

interface Question {
  readonly ask: (value: string) => boolean;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const questions: Readonly<Record<string, Question>> = {
  'the name of a file': {
    ask: (value) => FILE.test(value),
    yes: ['a.js', 'b.CSS', 'c.jpg', 'd.jpeg', 'e.woff', 'f.woff2', 'g.htm', 'h.html', 'i.pdf'],
    no: ['js', 'a.js.gz', 'a.jpeeg'],
  },
  'a UUID': {
    ask: (value) => UUID.test(value),
    yes: [uuid, uuid.toUpperCase()],
    no: [`a${uuid}`, `${uuid}a`, uuid.replaceAll('-', '')],
  },
  'a digest': {
    ask: isDigest,
    yes: ['DEADbeef09', '7'],
    no: ['', 'xDEADbeef09', 'DEADbeef09x'],
  },

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

  'a password that a user chose': {
    ask: looksChosen,
    yes: [
      'kest7!',
      `kestrel7!${'x'.repeat(91)}`,
      'кестрел7!',
      'Kestrel7-hill',
      '7Kestrel-hill',
      'Kestrel.mountain7',
      'kestrel!7/x',
      '!anna7@hill.example',
      'anna7@hill.example!',
      'kestrel.tar!7',
      'kestrel7!.t',
      'kestrel%7',
      '!$kestrel7',
      '$kestrel7!',
      'kestrel&a;7',
    ],
    no: [
      'kes7!',
      `kestrel7!${'x'.repeat(92)}`,
      '123456!',
      'kestrel!',
      'kestrel7-hill',
      'KESTREL7-HILL',
      'Kestrel7hill',
      'Kestrel-7',
    ],
  },
  'a password and not another mix of letters, digits, and symbols': {
    ask: looksChosen,
    yes: [],
    no: [
      '/kestrel7!',
      'file.a+b-c:/kestrel7!',
      'anna.b+7@hill-1.example',
      'kestrel7!.tar',
      'kestrel7!.mp4',
      'kestrel%207',
      'kestrel%fA7',
      '$kestrel-7',
      '%KESTREL_7%',
      `kestrel\${7}`,
      'kestrel&&7',
      'kestrel&amp;7',
      'kestrel&#39;7',
      'kestrel7/*',
      'kestrel7?id=',
      'Web12.Shop.example',
    ],
  },
  'a chosen or generated password': {
    ask: isChosen,
    yes: ['kestrel7!', 'a1b2c3d4', `${'a1b2c3d4'.repeat(13)}%2`],
    no: ['kestrel7', 'a1b2c3d4%2f', 'a1b2c3d4%F0'],
  },
  'a word with a number': {
    ask: looksNumbered,
    yes: ['anna77', 'anna_2026', 'жанна77!'],
    no: ['an77', 'anna7', 'anna77!!', '!anna77', 'anna__77', 'anna'],
  },

  'a word for no value': {
    ask: isNoValue,
    yes: [
      ...['undefined', 'null', 'nil', 'None', 'NaN', 'true', 'false', 'yes', 'no', 'on', 'off', '  null  '],
      ...['same-origin', 'include', 'omit', 'Bearer', 'basic', 'active', 'inactive', 'enabled', 'disabled'],
      ...['expired', 'invalid', 'required', '[object', '[object Object]', '*********', 'xxx', '●●●●'],
      ...['filtered', '[REDACTED]', '[masked', 'removed]', 'hidden', '<redacted>', '<masked>'],
    ],
    no: ['nullx', 'xnull', 'xx', 'object', 'kestrel'],
  },
  'a mark or a number for no value': {
    ask: isNoValue,
    yes: ['-', '--', '?!-/.,', '7', '42', 'x', '1000', '5000000', 'a'.repeat(32)],
    no: [
      ...['-------', '--a', 'a--', '-1', '123', 'x7', '7x', '100', '21000', '10001'],
      ...['a'.repeat(31), `b${'a'.repeat(32)}`, `${'a'.repeat(32)} kestrel`],
    ],
  },
  'code for no value': {
    ask: isNoValue,
    yes: [
      ...['await load()', 'new Key', 'return x', 'function (a)', 'async () =>'],
      ...['this.password', 'self.p', 'req.body.password7);', 'user.$key, ', 'options._a'],
      ...['var.db_password2', 'module.a.b', 'secrets.a'],
      ...['getpass()', 'getpass.get_pass()', 'string', 'String', 'ID!', '[Int]', '[String!]!'],
      ...['$_POST["password"]', "config.a['password2']"],
      ...['process.env.DB_PASSWORD', 'os.environ["A"]', "os.getenv('A')", 'ENV', 'import.meta.env.A'],
    ],
    no: [
      ...['newt', 'my-new key', '(this.password', 'this.password!', 'this.7', 'this'],
      ...['-var.a', 'var.a!', 'var.', 'var.7a'],
      ...['f()', '-getpass()', 'getpass()!', 'xstring', 'strings', 'xString', 'Strings'],
      ...['-config["a"]', 'config["a"]!', 'config[a]', 'config[""]'],
      ...['-ENV', 'ENVX', 'process.env.A!'],
    ],
  },
  'a placeholder for a value': {
    ask: isNoValue,
    yes: [
      ...[
        `\${A}`,
        `\${db.password2}`,
        '$A',
        '$DB_PASSWORD',
        `\${DB`,
        '%DB_PASSWORD%',
        '{{ db.password }}',
        '%s',
      ],
      ...['!vault', '!vault |', '!vault  >-', '!Ref DbPassword7', '!secret d'],
      ...['<password>', '%3Cmein_Wort-ä%3e', '<your-password 7>', '[my key', '{the_x'],
    ],
    no: [
      ...[`x\${a.b}`, `\${a.b}x`, `\${7.b}`, '$7x', 'x%s', '%sx', '{{a{b}}', '%%s%'],
      ...['x!vault', '!vault hill!', '!vaults', '<p>', 'x<password>', '<password>x', '<pass7>'],
      ...['x<your-password>', '<your-password>!', '<your-!>'],
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
