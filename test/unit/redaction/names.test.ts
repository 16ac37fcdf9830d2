import assert from 'node:assert/strict';
import { isIdentifier, isName, isRouteSegment } from '../../../src/redaction/names.ts';

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
      ...'utf256text items[1234567] token_x8Kq2mZ7.id abcdefghijklmnopqrstuvwxy user-12345a 1985-03 a12.b34'.split(
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
    isName,
    'kestrel user_kestrel user[first_name] items[7].kestrel JSESSIONID'.split(' '),
    'anna.petersen consent_anna_petersen Petersen-Eberharter anna@shop'.split(' '),
  ],
  [
    isRouteSegment,
    [
      ...`shop summer-login v1.2 oauth2 4854 index2.html wp-login.php ... ../.. ${'a.'.repeat(100)}`.split(
        ' ',
      ),
      ...'..\\.. main.bundled.js 3ddashboard jquery-3.6.0.min.js web.webmanifest anna.html reset-user-password-form'.split(
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
      ...['anna@shop.example', '@anna', '~anna', 'a'.repeat(25), 'my-app.configs', 'shoes2024'],
      ...`BST-4471-88213-DE Jürgen support-group-of-anna 8sunny-meadow-reset-Hannah annual-report.pdf 회원가입 ${'a.'.repeat(100)}b`.split(
        ' ',
      ),
    ],
  ],
];
for (const [judge, shown, hidden] of cases)
  describe(judge.name, () => {
    for (const text of shown) it(`shows ${text.slice(0, 40)}`, () => assert.ok(judge(text)));
    for (const text of hidden) it(`hides ${text.slice(0, 40)}`, () => assert.ok(!judge(text)));
  });
