import assert from 'node:assert/strict';
import { isTimeOf } from '../../../../src/browse/lookUp/candidates.ts';
import { type Evidence, readText } from '../../../../src/browse/lookUp/readText.ts';
import { formatLink } from '../../../../src/formats/link.ts';
import { defaultConventions, resolveDifferences } from '../../../../src/service/differences.ts';

const link = (idx: number, domain = 7) =>
  formatLink({
    uriScheme: 'vscode',
    baseUrl: 'https://api.example',
    key: { domain, idx, detectedType: 'WAF' },
  });

const read = (text: string, conventions = [defaultConventions]) => readText(text, conventions);

/** Returns the logs that a text stands for, as `domain/idx`. */
function logsIn(text: string): string[] | undefined {
  const found = read(text);
  return 'logs' in found ? found.logs.map(({ domain, idx }) => `${domain ?? ''}/${idx}`) : undefined;
}

function evidenceIn(text: string): Evidence {
  const found = read(text);
  return 'logs' in found ? assert.fail(`${text} is a log`) : found;
}

const candidatesIn = (text: string) =>
  evidenceIn(text).candidates.map(({ domain, idx }) => (domain ? `${domain}/${idx}` : idx));

describe('readText', () => {
  const report = (idx: number) =>
    [
      '### SQL Injection',
      '',
      '```http',
      `User-Agent: Link ${link(666)}`,
      '',
      `Link ${link(667)}`,
      '```',
      '',
      `Link \`${link(idx)}\` opens it.`,
    ].join('\n');
  for (const [text, expected] of [
    ['5', '/5'],
    [' #5\n', '/5'],
    ['7/5', '7/5'],
    ['7 / 5', '7/5'],
    ['shop.example/5?detected_type=BOT', 'shop.example/5'],
    ['shop.example:8443/48547', 'shop.example:8443/48547'],
    ['https://api.example/v1/partner/logs/detailed_log/7?idx=5&detected_type=WAF', '7/5'],
    ['{"user_domain_idx":7,"idx":48547,"attack":"SQL Injection"}', '7/48547'],
    ['{"message":{},"data":{"query":{"user_domain_idx":7,"idx":5,"detected_type":"WAF"}}}', '7/5'],
    [link(5), '7/5'],
    [link(5).replace('vscode', 'vscodium'), '7/5'],
    [`<${link(5)}>.`, '7/5'],
    ['\u200b1234', '/1234'],
    ['1234.', '/1234'],
    ['"1234"', '/1234'],
    ['“shop.example/1234”,', 'shop.example/1234'],
  ] as const) {
    it(`takes ${JSON.stringify(text).slice(0, 60)} for a log`, () =>
      assert.deepEqual(logsIn(text), [expected]));
  }

  for (const text of [
    '-5',
    '.5',
    '/5',
    '[::5]',
    '5%',
    '10.0.0.5.',
    '10.0.0.5/32',
    '1,234',
    '9007199254740993',
  ])
    it(`does not take ${text} for a log`, () => assert.equal(logsIn(text), undefined));

  it("recognizes the URLs of a service with other names, and the log's number in a path", () => {
    const other = resolveDifferences({ detailPath: '/v2/domains/:user_domain_idx/logs/:idx/:detected_type' });
    const found = read('https://waf.example/api/v2/domains/7/logs/5/WAF', [defaultConventions, other]);
    assert.deepEqual('logs' in found && found.logs, [
      { domain: 7, idx: 5, detectedType: 'WAF', baseUrl: 'https://waf.example/api' },
    ]);
  });

  it('takes a report for the logs of its own links', () => {
    assert.deepEqual(logsIn(report(7)), ['7/7']);
    assert.deepEqual(logsIn([7, 8, 9].map(report).join('\n\n')), ['7/7', '7/8', '7/9']);
    const hidden = report(7).replace('User-Agent', `\`\u200b\`\`\n\nLink ${link(668)}\n\nUser-Agent`);
    assert.deepEqual(logsIn(hidden), ['7/7']);
  });

  it('takes a link anywhere else for a candidate', () => {
    const text = `User-Agent: x ${link(666)}\nplease look at it`;
    assert.deepEqual(candidatesIn(text), ['7/666']);
    for (const mark of ['    ', '> ', '- '])
      assert.deepEqual(
        candidatesIn(report(7).replaceAll(/^/gm, mark)).toSorted(),
        ['7/666', '7/667', '7/7'],
        mark,
      );
  });

  for (const [text, candidates, searchText] of [
    ['Event ID: 1380', [1380], 'Event ID: 1380'],
    ['Access denied (code 403).\nReference #48547', [48547], ''],
    ['see shop.example/5 please', [5], 'see shop.example/5 please'],
    ['<p>Incident number: <b>12</b>, log #5</p>', [5, 12], '<p>Incident number: <b>12</b>, log #5</p>'],
    ['Log 48547 was blocked on port 443', [48547], 'Log 48547 was blocked on port 443'],
    ['POST to 192.0.2.7 at 10:22, see log 5', [5], '192.0.2.7'],
    ['203.0.113.9', [], '203.0.113.9'],
    ['203.0.113.9/32 is blocked', [], '203.0.113.9'],
    ['::ffff:192.0.2.128 blocked', [], '192.0.2.128'],
    ['2001:0DB8:0:0:0:0:0:1 blocked', [], '2001:db8::1'],
    ['1.2.3.4:56789', [], '1.2.3.4'],
    ['[12::34]:1234', [], '12::34'],
    ['10.0.1.2:33317 [06/Feb/2026:12:14:14.655]', [], '10.0.1.2'],
    ['shop.example:8443 blocked', [], 'shop.example:8443 blocked'],
    ['GET /orders/1380?x=1 HTTP/1.1', [], '/orders/1380'],
    ['Uncaught TypeError: x is undefined\nat "render the whole page"', [], 'render the whole page'],
    ['sql blocked', [], 'sql blocked'],
    ['Event ID：1234\u200b', [1234], 'Event ID：1234'],
    [
      '<TITLE>Denied</TITLE>\n<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
      [],
      '-//W3C//DTD HTML 4.01//EN',
    ],
    ['GET {"b7001":16}\nconnect() failed', [16], ''],
    ['Chrome/141.0.0.0, /login', [], '/login'],
    ['* Trying 198.18.0.7:443...\n> GET /api', [], '/api'],
    ['192.168.8.30 POST /a - 203.0.113.9:44312 -', [], '203.0.113.9'],
    ['at f (/app/x/settle.js:19:12)\n  https://shop.example/cart', [], '/cart'],
    ['&#47;a&#46;b <b>x</b>', [], '/a.b'],
    ['Zugriff verweigert:\n„Ihr Text“', [], 'Ihr Text'],
    [
      '2026. 11. 29. 오후 5:06, 2026年11月29日, 번호 1428번',
      [1428],
      '2026. 11. 29. 오후 5:06, 2026年11月29日, 번호 1428번',
    ],
    ['ID：１４２８, 1,819', [1428], 'ID：1428, 1,819'],
  ] as const) {
    it(`finds ${candidates.length} numbers in “${text.slice(0, 50)}”, and what to search for`, () => {
      assert.deepEqual(candidatesIn(text), candidates);
      assert.equal(evidenceIn(text).searchText, searchText);
    });
  }

  // Texts from public bug reports.
  const cases: readonly (readonly [text: string, candidates: readonly number[], tooLarge?: string])[] = [
    [
      'Your request has been blocked.\nEvent ID: 20717567000277862\nSession ID: N/A\nTime: Wed Jan 09 2019 12:33:01 GMT+0000',
      [],
      '20717567000277862',
    ],
    [
      '2025/08/09 15:37:21 [error] 8906#8906: *15626 [client 203.0.113.9] ModSecurity: Access denied with code 400 (phase 2). [id "200002"]',
      [200002],
    ],
    [
      'The requested URL was rejected. Please consult with your administrator.\nYour support ID is: 11243555349794389926',
      [],
      '11243555349794389926',
    ],
  ];
  for (const [text, candidates, tooLarge] of cases) {
    it(`takes no status, date, or process number for a log in “${text.slice(0, 50)}”`, () => {
      assert.deepEqual(candidatesIn(text), candidates);
      assert.equal(evidenceIn(text).tooLarge, tooLarge);
    });
  }

  it('searches for an address or the ID of a page that has no other text worth searching for', () => {
    assert.equal(evidenceIn(cases[2]?.[0] ?? '').searchText, '11243555349794389926');
    assert.equal(evidenceIn(cases[1]?.[0] ?? '').searchText, '203.0.113.9');
  });

  it('reads at most five candidates, those called an ID first', () => {
    assert.deepEqual(candidatesIn('1001 1002 1003 1004 1005 1006, event ID 7'), [7, 1001, 1002, 1003, 1004]);
  });

  it('reads the start of 20 MB', () => {
    const text = 'Event ID: 5, 203.0.113.9 GET /login at 2026-11-28 10:00:00; '.repeat(350_000);
    assert.deepEqual(candidatesIn(text), [5]);
  });
});

describe('textTimes', () => {
  const log = { clock: '2026-11-28 10:00:30', zone: 'Asia/Seoul', answered: Number.NaN };
  for (const [text, expected] of [
    ['2026-11-28 10:01:12', true],
    ['2026/11/28 10:01:12 [error]', true],
    ['2026-11-28T01:00:00.123Z', true],
    ['28/Nov/2026:01:00:00 +0000', true],
    ['Sat, 28 Nov 2026 01:00:00 GMT', true],
    ['Sat Nov 28 2026 10:00:00 GMT+0900', true],
    ['2026-11-28 01:00:00', true],
    ['2026-11-28 10:03:12', false],
    ['2026-11-28T10:00:30Z', false],
    ['10:00:30', false],
  ] as const) {
    it(`${expected ? 'includes' : 'does not include'} the log's time: ${text}`, () =>
      assert.equal(isTimeOf(log, evidenceIn(`Blocked at ${text}.`).times), expected));
  }

  it('compares with the date of the response, and with the row also if its zone is not known', () => {
    const { times } = evidenceIn('Blocked at 2026-11-28 01:00:00');
    const near = (late: number, clock?: string) =>
      isTimeOf({ clock, zone: undefined, answered: Date.UTC(2026, 10, 28, 1, 1) + late }, times);
    assert.deepEqual([near(0), near(120_000), near(Number.NaN, '2026-11-28 01:00:30')], [true, false, true]);
  });
});
