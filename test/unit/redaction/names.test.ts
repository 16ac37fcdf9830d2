import assert from 'node:assert/strict';
import { isBareName, isGenerated, isIdentifier, isRouteSegment } from '../../../src/redaction/names.ts';

const cases: readonly (readonly [
  judge: (text: string) => boolean,
  shown: readonly string[],
  hidden: readonly string[],
])[] = [
  [
    isIdentifier,
    [
      ...[
        '',
        'user',
        'user[first_name]',
        'address.line2',
        'oauth2callback',
        'utf16text',
        'items[123456]',
        'a-b',
      ],
      ...['metrics[0].by[12][value]', '$ref', '@type', 'mail[#markup]', 'soap:Body', 'v123', 'x_1_23'],
      'a.'.repeat(100),
    ],
    [
      ...'utf256text items[1234567] token_x8Kq2mZ7.id abcdefghijklmnopqrstuvwxy user-12345a 1985-03'.split(
        ' ',
      ),
      ...[
        'anna@shop.example',
        'anna@shop',
        'fatima_alharbi_1988',
        'Hedwig Sommerlatte',
        '長谷川',
        'Jürgen',
        'v1234',
      ],
      `${'a.'.repeat(100)}b`,
    ],
  ],
  [
    isRouteSegment,
    [
      ...'shop summer-shoes v1.2 oauth2 4854 index2.html wp-login.php ... ../.. ..\\..'.split(' '),
      ...'main.bundled.js 3ddashboard jquery-3.6.0.min.js web.webmanifest anna.html reset-user-password-form'.split(
        ' ',
      ),
    ],
    [
      ...[
        'red shoes',
        'my+red+shoes',
        'red%20shoes',
        'anna.petersen',
        '48547',
        'x8Kq2mZ7',
        '12ab',
        '2026-11-26',
      ],
      ...['anna@shop.example', '@anna', '~anna', 'a'.repeat(25), 'a-'.repeat(31), 'app.configs', 'shoes2024'],
      ...'BST-4471-88213-DE Jürgen support-group-of-anna 8sunny-meadow-reset-Hannah annual-report.pdf 회원가입'.split(
        ' ',
      ),
    ],
  ],
  [
    isBareName,
    ['summer', 'wsdl', 'sort-order', 'show_tables', '_'],
    ['ulrike.pfannenstiel', 'summer-shoes', 'x8Kq', '8Kqsummer', 'a'.repeat(25), 'größe'],
  ],
  [
    isGenerated,
    [
      ...['b0', 'Xq9Kf27Qz', '----WebKitFormBoundary7MA4YWxkTrZu0gW', '-------974767299852498929531610575'],
      ...'----=_NextPart_000_0012 ===============7330845974216740156== boundary form-data ----=_Part_0'.split(
        ' ',
      ),
    ],
    ['klinik-eschenbach-upload-Traudl', 'Hannah', '--Hannah88', 'Partnertag', 'boundary_hannah'],
  ],
];
for (const [judge, shown, hidden] of cases)
  describe(judge.name, () => {
    for (const text of shown) it(`shows ${text.slice(0, 40)}`, () => assert.ok(judge(text)));
    for (const text of hidden) it(`hides ${text.slice(0, 40)}`, () => assert.ok(!judge(text)));
  });
