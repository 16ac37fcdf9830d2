import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatLink } from '../../../src/formats/link.ts';
import { ACCEPTED_REFERENCES, parseReference } from '../../../src/formats/reference.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow, hostileLog, hostileText, reportOf } from './logs.ts';

const at = (domain: number | string | undefined, idx: number, detectedType?: string, baseUrl?: string) => ({
  domain,
  idx,
  detectedType,
  baseUrl,
});

describe('parseReference', function () {
  this.timeout(60_000);

  for (const [text, expected] of [
    ['5', at(undefined, 5)],
    [' 5\n', at(undefined, 5)],
    ['7/5', at(7, 5)],
    ['7 / 5', at(7, 5)],
    ['7a/5', at('7a', 5)],
    ['shop.example/5?detected_type=BOT', at('shop.example', 5, 'BOT')],
    ['blocked: www.shop.example:8443/48547', at('www.shop.example:8443', 48547)],
    ['blocked: shop.example  48547', at('shop.example', 48547)],
    ['Status: 403, Reference:  48547', at(undefined, 48547)],
    ['Ticket 48547', at(undefined, 48547)],
    ['shop1/5', at('shop1', 5)],
    ['Event ID: 5 at https://shop.example/x', at(undefined, 5)],
    ['shop.example:8443/5', at('shop.example:8443', 5)],
    ['a/b/5?detected_type=BOT', at('a/b', 5, 'BOT')],
    ['5?detected_type=A%26B', at(undefined, 5, 'A&B')],
    ['blocked: shop.example/5', at('shop.example', 5)],
    ['shop.example 5', at('shop.example', 5)],
    ['my shop/5', at('my shop', 5)],
    [`${'a'.repeat(4094)}/5`, at('a'.repeat(4094), 5)],
    ['Error 403. Access was blocked.\nEvent ID: 5', at(undefined, 5)],
    ['<p>Incident number: <b>12</b>, log #5</p>', at(undefined, 5)],
    ['#5', at(undefined, 5)],
    ['Status: 403, Reference: 48547', at(undefined, 48547)],
    ['Reference: 48547', at(undefined, 48547)],
    ['Reference 48547', at(undefined, 48547)],
    ['Log 48547 was blocked on port 443', at(undefined, 48547)],
    ['Access denied (code 403).\nReference #48547', at(undefined, 48547)],
    ['Status: denied. Support ID = 48547', at(undefined, 48547)],
    ['참조 번호: 48547', at(undefined, 48547)],
    ['参照番号：48547', at(undefined, 48547)],
    ['team 7 shop/5', at('team 7 shop', 5)],
    ['POST to 192.0.2.7 at 10:22, see log 5 (log 5)', at(undefined, 5)],
    [
      'https://api.example.com/v1/partner/logs/detailed_log/7?idx=5&detected_type=WAF',
      at(7, 5, 'WAF', 'https://api.example.com/v1'),
    ],
    [
      'https://api.example.com/partner/logs/detailed_log/7?idx=5',
      at(7, 5, undefined, 'https://api.example.com'),
    ],
    [
      'http://api.example.com/partner/logs/detailed_log/7?idx=5',
      at(7, 5, undefined, 'http://api.example.com'),
    ],
    ['://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=5', at(7, 5, 'WAF', 'sample:')],
    [
      'code-oss://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=5&type=BOT',
      at(7, 5, 'BOT', 'sample:'),
    ],
    [
      '-> vscode:..+vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=5',
      at(7, 5, 'WAF', 'sample:'),
    ],
    [
      'see <vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=5>, please',
      at(7, 5, 'WAF', 'sample:'),
    ],
  ] as const) {
    it(`reads ${JSON.stringify(text.slice(0, 80))}`, () => assert.deepEqual(parseReference(text), expected));
  }

  it('follows the conventions for the URL of a log', () => {
    const conventions = {
      ...defaultConventions,
      detailPath: '/d/:user_domain_idx/one',
      idxParameter: 'no',
      detectedTypeParameter: null,
    };
    assert.deepEqual(
      parseReference('https://a.example/d/7/one?no=5&detected_type=X&null=X', conventions),
      at(7, 5, undefined, 'https://a.example'),
    );
    assert.ok('problem' in parseReference('https://a.example/d/7/two?no=5', conventions));
    assert.ok('problem' in parseReference('https://a.example/d?no=5', { ...conventions, detailPath: '/d' }));
  });

  it('accepts the parameter for the detection type in the conventions and the usual one', () => {
    const typeOf = (query: string, detectedTypeParameter: string | null) => {
      const parsed = parseReference(`5?${query}`, { ...defaultConventions, detectedTypeParameter });
      return 'idx' in parsed && parsed.detectedType;
    };
    assert.equal(typeOf('kind=BOT', 'kind'), 'BOT');
    assert.equal(typeOf('detected_type=BOT', 'kind'), 'BOT');
    assert.equal(typeOf('detected_type=BOT&null=X', null), 'BOT');
  });

  for (const text of [
    '',
    ' ',
    'x',
    '7/',
    '/5',
    '7/x',
    '-5',
    '5.0',
    '9007199254740992',
    '99999999999999999/5',
    '5?detected_type=',
    '?a/5',
    `${'a'.repeat(4095)}/5`,
    'https://',
    'shop.example 5 or shop.example 6',
    'see https://shop.example/5 for more',
    'log 5, log 6',
    'version 1.2 5.6',
    'event id: 5f3a-11',
    'released 12 of 15',
    'Status: 403, Ticket: 48547',
    'version v2',
    'log 12..14',
    'log 9999999999999999',
    'Ticket: 12..14',
    'Ticket 12..14',
    'see shop.example 12..14',
    'https://a.example/partner/logs/detailed_log/x?idx=5',
    'https://a.example/other/7?idx=5',
    'https://a.example/partner/logs/detaild_log/7?idx=5',
    'https://a.example/partner/logs/detailed_log/7',
    `${'9'.repeat(5000)}`,
    'vscode://partner-logs.partner-logs/log?base=file:&domain=7&idx=5',
  ]) {
    it(`says what is wrong with ${JSON.stringify(text.slice(0, 80))}`, () => {
      const parsed = parseReference(text);
      assert.ok('problem' in parsed && english(parsed.problem).length > 10);
    });
  }

  it('says that nothing was entered', () => {
    for (const text of ['', ' \t']) {
      const parsed = parseReference(text);
      assert.equal('problem' in parsed && english(parsed.problem), 'Nothing was entered.');
    }
  });

  for (const text of ['reference', 'Access was blocked.', 'shop.example/']) {
    it(`says which forms are understood for ${text}, which has no number`, () =>
      assert.deepEqual(parseReference(text), { problem: ACCEPTED_REFERENCES }));
  }

  it('finds the link of a bug report, not one that an attacker put into the log', () => {
    const planted = 'vscode://partner-logs.partner-logs/log?base=sample%3A&domain=666&idx=666';
    const log = aLog({
      rawData: `GET /${planted} HTTP/1.1\r\n\r\n| Link | \`${planted}\` |`,
      description: `| Link | ${planted}`,
      virtualHost: planted,
    });
    const link = formatLink({ uriScheme: 'vscode', baseUrl: 'https://api.example.com', key: log.key });
    const { markdown } = reportOf(log, aRow({ rule: planted }), { link });
    assert.deepEqual(parseReference(markdown), at(7, 12, 'WAF', 'https://api.example.com'));
    const rendered = markdown.replace(/^Link `(.*)` opens/m, 'Link $1 opens');
    assert.notEqual(rendered, markdown);
    assert.deepEqual(parseReference(rendered), at(7, 12, 'WAF', 'https://api.example.com'));
  });

  it('finds the link at the start of a line outside blocks', () => {
    const link = (domain: number) =>
      `vscode://partner-logs.partner-logs/log?base=sample%3A&domain=${domain}&idx=12`;
    const planted = `Link ${link(666)}`;
    for (const [before, after] of [
      [[`- Where: ${planted}`], [`- Where: ${planted}`]],
      [['a ```'], []],
      [['```text', planted, '```` '], []],
      [[], ['````text', '```', planted, '````']],
      [[], ['```text', '```` x', planted]],
      [[], ['```text', 'x', planted, '```']],
    ] as const)
      for (const line of [`Link ${link(7)} opens`, `Link \`${link(7)}\` opens`])
        assert.deepEqual(
          parseReference([`See ${link(666)}`, ...before, line, ...after].join('\n')),
          at(7, 12, 'WAF', 'sample:'),
        );
  });

  it('finds the link in any bug report', () => {
    fc.assert(
      fc.property(hostileLog, (log) => {
        const key = { ...log.key, detectedType: 'WAF' };
        const link = formatLink({ uriScheme: 'vscode', baseUrl: 'sample:', key });
        const { markdown } = reportOf(log, undefined, { link });
        assert.deepEqual(parseReference(markdown), { ...key, baseUrl: 'sample:' });
      }),
      { numRuns: 200 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const start of ['', '7/', 'https://', 'vscode://partner-logs.partner-logs/log?'])
          parseReference(start + text);
      }),
    );
  });
});
