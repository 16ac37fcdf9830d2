import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatLink, parseLink, SAMPLE_BASE } from '../../../src/formats/link.ts';

const key = { domain: 7, idx: 12, detectedType: 'WAF' };
const link = (query: string) => `vscode://partner-logs.partner-logs/log?${query}`;
describe('formatLink', () => {
  it('holds the base URL and the identifiers and nothing else', () => {
    assert.equal(
      formatLink({ uriScheme: 'vscode', baseUrl: 'https://api.example.com/v1', key }),
      'vscode://partner-logs.partner-logs/log?base=https%3A%2F%2Fapi.example.com%2Fv1&domain=7&idx=12&type=WAF',
    );
  });

  it('refuses a base URL with a user name or a password', () => {
    for (const baseUrl of ['https://:hunter2@api.example.com', 'https://me@api.example.com'])
      assert.throws(() => formatLink({ uriScheme: 'vscode', baseUrl, key }), RangeError);
  });
});

describe('parseLink', function () {
  this.timeout(60_000);

  it('reads back every link that was formatted', () => {
    const type = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.length <= 100 && !/\p{C}/u.test(text));
    const uriScheme = fc.constantFrom('vscode', 'vscodium', 'code-oss', 'x-a.b+c');
    const services = ['https://api.example.com', 'http://127.0.0.1:8080/a%20b/c+d'];
    const baseUrl = fc.constantFrom(SAMPLE_BASE, 'export:0123456789abcdef', ...services);
    const anyKey = fc.record({ domain: fc.maxSafeNat(), idx: fc.maxSafeNat(), detectedType: type });
    fc.assert(
      fc.property(fc.record({ uriScheme, baseUrl, key: anyKey }), (parts) => {
        const address = { baseUrl: parts.baseUrl, key: { ...parts.key } };
        assert.deepEqual(parseLink(formatLink(parts)), address);
      }),
    );
  });

  it('takes the usual type when there is none, and ignores what the editor adds', () => {
    const address = parseLink(link('base=sample:&domain=7&idx=12&windowId=_blank'));
    assert.deepEqual(address, { baseUrl: SAMPLE_BASE, key });
  });

  const rest = '&domain=7&idx=12';
  for (const text of [
    '',
    'https://partner-logs.partner-logs.evil.example/log?base=sample:',
    `vscode://evil.partner-logs/log?base=sample:${rest}`,
    `see ${link(`base=sample:${rest}`)}`,
    link(`base=https://a.example&base=https://b.example${rest}`),
    link(`base=sample:${rest}&idx=8`),
    link('domain=7&idx=12'),
    link(`base=sample:${rest}&type=..`),
    link(`base=https%3A%2F%2Fme%3Apw%40a.example${rest}`),
    link(`base=https%3A%2F%2F%3Apw%40a.example${rest}`),
    link(`base=file%3A%2F%2F%2Fetc${rest}`),
    link(`base=javascript%3Ahttps%3A%2F%2Fa.example${rest}`),
    link(`base=export%3A0123456789abcdef0${rest}`),
    link(`base=my-export%3A0123456789abcdef${rest}`),
    link(`base=https%3A%2F%2Fa.example%0D%0A${rest}`),
    link(`base=https%3A%2F%2F\u202ea.example${rest}`),
    link(`base=https%3A%2F%2Fa.example%3Fkey%3D1${rest}`),
    link(`base=https%3A%2F%2Fa.example%23key${rest}`),
    link(`base=sample:${rest}&type=a%00`),
    link(`base=https%3A%2F%2F%5B${rest}`),
    link(`base=sample:${rest}&type=`),
    link(`base=sample:${rest}&type=${'A'.repeat(101)}`),
    link('base=sample:&domain=9007199254740992&idx=1'),
    link('base=sample:&domain=1&idx=1e3'),
    link('base=sample:&domain=1&idx=-1'),
    link('base=sample:&domain=%D9%A1&idx=1'),
  ])
    it(`refuses ${text.slice(0, 90)}`, () => assert.equal(parseLink(text), undefined));

  it('accepts 4,096 characters, 100 of a detection type, and the largest identifiers', () => {
    const longest = `..${'A'.repeat(96)}..`;
    const text = link(`base=sample:&domain=9007199254740991&idx=0&type=${longest}&x=`);
    const largest = { domain: Number.MAX_SAFE_INTEGER, idx: 0, detectedType: longest };
    assert.deepEqual(parseLink(text.padEnd(4096, 'x')), { baseUrl: SAMPLE_BASE, key: largest });
    assert.equal(parseLink(text.padEnd(4097, 'x')), undefined);
  });
});
