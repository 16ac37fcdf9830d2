import assert from 'node:assert/strict';
import { bugReport } from '../../../src/formats/bugReport.ts';
import { LONGEST_ENCODED, linkOf, readHeaderLinks } from '../../../src/formats/headerLinks.ts';
import { defaultRedaction } from '../../../src/redaction/redact.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { english } from '../../../src/text/l10n.ts';
import { allPayloads } from '../../hostilePayloads.ts';
import { aLog } from './logs.ts';

const TEMPLATE = 'https://traces.example.com/trace/{value}?from=logs';
const names = new SecretNames(['Tenant-Code']);
const read = (setting: unknown) => readHeaderLinks(setting, (name) => names.ofHeader(name) !== undefined);
const { links } = read({ 'X-Trace-Id': TEMPLATE });

describe('links of headers', () => {
  it('take the value in the path or query, whatever the case of the name', () => {
    assert.equal(
      linkOf(links, 'x-trace-ID', 'a/b?c'),
      'https://traces.example.com/trace/a%2Fb%3Fc?from=logs',
    );
    const { links: ofQuery } = read({ 'x-trace-id': 'https://logs.example.com:8443?q={value}#top' });
    assert.equal(linkOf(ofQuery, 'X-Trace-Id', '1&2'), 'https://logs.example.com:8443/?q=1%262#top');
    assert.equal(linkOf(links, 'X-Span-Id', '1'), undefined);
  });

  it('keep scheme, host and path, whatever the value', () => {
    const values = [...allPayloads, '../../x', '%2e%2e', '\\..\\', '@evil.example/', '{value}'];
    for (const value of values) {
      const link = linkOf(links, 'X-Trace-Id', value);
      if (link === undefined) continue;
      assert.match(link, /^https:\/\/traces\.example\.com\/trace\/[\w.~%-]+\?from=logs$/);
      assert.equal(new URL(link).href, link);
      assert.equal(decodeURIComponent(new URL(link).pathname.slice('/trace/'.length)), value);
    }
    for (const none of ['', '.', '..', '\ud800']) assert.equal(linkOf(links, 'X-Trace-Id', none), undefined);
  });

  it('takes an encoded value of 2,000 units, and no longer one', () => {
    const link = (value: string) => linkOf(links, 'X-Trace-Id', value);
    assert.ok(link('x'.repeat(LONGEST_ENCODED)));
    for (const value of ['x'.repeat(LONGEST_ENCODED + 1), '가'.repeat(223), 'x'.repeat(10_240)])
      assert.equal(link(value), undefined);
  });

  const REFUSED = [
    ...[
      'javascript:alert("{value}")',
      'javascript:https://a.example/{value}',
      'http://a.example/{value}',
      'data:text/html,{value}',
      'vscode://a/{value}',
    ],
    ...[
      '{value}',
      '{value}://a.example/',
      'https://{value}',
      'https://{value}/',
      'https://a{value}.example/',
    ],
    ...[
      'https:///{value}',
      'https:////a.example/{value}',
      'https://a.example{value}/',
      'https://a.example:{value}/',
    ],
    ...['https://{value}@a.example/', 'https://u:{value}@a.example/', 'https://user@a.example/{value}'],
    ...[
      'https://a.example\\{value}',
      'https://a.example/\t{value}',
      'https://a.example/#{value}',
      'https://a b/{value}',
    ],
    ...[
      'https://a.example/',
      'https://a.example/trace',
      'https://a.example/{value}/{value}',
      'https://a.example/{value}/{host}',
      '',
      'https:///',
    ],
    ...[
      'https://a.example/{{value}}',
      'https://a.example/.%2{value}',
      'https://a.example/%{value}',
      'https://[x]/{value}',
    ],
    ...[7, null, ['https://a.example/{value}'], { value: TEMPLATE }],
  ];
  for (const template of REFUSED) {
    it(`are refused of the template ${JSON.stringify(template)}`, () => {
      const { links, problems } = read({ 'X-Trace-Id': template });
      assert.deepEqual(links, []);
      assert.match(
        problems.map(english).join(),
        /^The link for X-Trace-Id in .* is ignored. It must be an https URL with exactly one/,
      );
    });
  }

  for (const name of [
    'Cookie',
    'authorization',
    'X-Api-Key',
    'Set-Cookie',
    'X-Session-Token',
    'tenant-code',
  ]) {
    it(`are refused of the secret ${name}`, () => {
      const { links, problems } = read({ [name]: TEMPLATE });
      assert.deepEqual(links, []);
      assert.deepEqual(problems.map(english), [
        `The link for ${name} in partnerLogs.headerLinks is ignored, because the header's value is a secret.`,
      ]);
    });
  }

  it('are none of a setting that is no object, and need no prototype', () => {
    for (const setting of [undefined, null, 7, true, []])
      assert.deepEqual(read(setting), { links: [], problems: [] });
    const { links } = read(JSON.parse(`{ "__proto__": "${TEMPLATE}", "constructor": 7 }`));
    assert.equal(links.length, 1);
    assert.ok(linkOf(links, '__proto__', 'x'));
    for (const name of ['constructor', 'toString']) assert.equal(linkOf(links, name, 'x'), undefined);
  });

  describe('in a bug report', () => {
    const { links } = read({ 'X-Trace-Id': TEMPLATE, 'X-Page': 'https://pages.example.com/{value}' });
    const reportOf = (
      headers: readonly (readonly [string, string])[],
      redaction: Parameters<typeof bugReport>[2]['redaction'] = undefined,
    ) => {
      const rawData = ['GET / HTTP/1.1', ...headers.map((each) => each.join(': ')), '', ''].join('\r\n');
      const log = aLog({ rawData, request: { firstLine: 'GET / HTTP/1.1', headers: [...headers] } });
      return bugReport(log, undefined, { link: '', redaction, version: '1', headerLinks: links }).markdown;
    };

    it('are next to the value, and nowhere else', () => {
      const trace = ['X-Trace-Id', '4bf92f3577b34da6a3ce929d0e0e4736'] as const;
      const line =
        'Header `X-Trace-Id`: <https://traces.example.com/trace/4bf92f3577b34da6a3ce929d0e0e4736?from=logs>';
      assert.ok(reportOf([trace]).includes(line));
      for (const redaction of [
        defaultRedaction,
        { ...defaultRedaction, longTokens: true },
        { ...defaultRedaction, detail: 'essential' as const },
      ]) {
        const report = reportOf([trace], redaction);
        assert.equal(report.includes(line), report.includes(`X-Trace-Id: ${trace[1]}`));
      }
      const hidden = reportOf([trace], { ...defaultRedaction, detail: 'essential' });
      assert.doesNotMatch(hidden, /4bf92f35|traces\.example/);
    });

    it('has at most three links of 500 units', () => {
      const report = reportOf([
        ['X-Trace-Id', 'x'.repeat(500)],
        ...['one', 'two', 'three', 'four'].map((value) => ['X-Page', value] as const),
      ]);
      assert.deepEqual(report.match(/<https:.*>/g), [
        '<https://pages.example.com/one>',
        '<https://pages.example.com/two>',
        '<https://pages.example.com/three>',
      ]);
    });
  });
});
