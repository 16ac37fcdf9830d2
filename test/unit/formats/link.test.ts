import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatLink, parseLink, SAMPLE_BASE } from '../../../src/formats/link.ts';
import { english } from '../../../src/text/l10n.ts';
import { hostileText } from './logs.ts';

const key = { domain: 7, idx: 12, detectedType: 'WAF' };
const link = (query: string) => `vscode://partner-logs.partner-logs/log?${query}`;
const problem = (text: string) => {
  const parsed = parseLink(text);
  assert.equal(parsed.ok, false);
  return parsed.ok ? '' : english(parsed.problem);
};

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
    fc.assert(
      fc.property(
        fc.constantFrom('vscode', 'vscodium', 'code-oss', 'x-a.b+c'),
        fc.constantFrom(
          SAMPLE_BASE,
          'export:0123456789abcdef',
          'https://api.example.com',
          'http://127.0.0.1:8080/a%20b/c+d',
        ),
        fc.maxSafeNat(),
        fc.maxSafeNat(),
        type,
        (uriScheme, baseUrl, domain, idx, detectedType) => {
          const address = { baseUrl, key: { domain, idx, detectedType } };
          assert.deepEqual(parseLink(formatLink({ uriScheme, ...address })), { ok: true, ...address });
        },
      ),
    );
  });

  it('takes the usual type when there is none, and ignores what the editor adds', () => {
    assert.deepEqual(parseLink(link('base=sample:&domain=7&idx=12&windowId=_blank')), {
      ok: true,
      baseUrl: SAMPLE_BASE,
      key,
    });
  });

  const rest = '&domain=7&idx=12';
  for (const [text, expected] of [
    ['', /not a link/],
    ['https://partner-logs.partner-logs.evil.example/log?base=sample:', /not a link/],
    [`vscode://evil.partner-logs/log?base=sample:${rest}`, /not a link/],
    [`see ${link(`base=sample:${rest}`)}`, /not a link/],
    [link(`base=https://a.example&base=https://b.example${rest}`), /two values for base/],
    [link(`base=sample:${rest}&idx=8`), /two values for idx\./],
    [link('domain=7&idx=12'), /does not specify a service/],
    [link(`base=https%3A%2F%2Fme%3Apw%40a.example${rest}`), /user name or password/],
    [link(`base=https%3A%2F%2F%3Apw%40a.example${rest}`), /user name or password/],
    [link(`base=file%3A%2F%2F%2Fetc${rest}`), /not an HTTP/],
    [link(`base=javascript%3Ahttps%3A%2F%2Fa.example${rest}`), /not an HTTP/],
    [link(`base=export%3A0123456789abcdef0${rest}`), /not an HTTP/],
    [link(`base=my-export%3A0123456789abcdef${rest}`), /not an HTTP/],
    [link(`base=https%3A%2F%2Fa.example%0D%0A${rest}`), /control characters/],
    [link(`base=https%3A%2F%2F\u202ea.example${rest}`), /control characters/],
    [link(`base=https%3A%2F%2Fa.example%3Fkey%3D1${rest}`), /query or a fragment/],
    [link(`base=https%3A%2F%2Fa.example%23key${rest}`), /query or a fragment/],
    [link(`base=sample:${rest}&type=a%00`), /control characters/],
    [link(`base=sample:${rest}&type=`), /detection type/],
    [link(`base=sample:${rest}&type=${'A'.repeat(101)}`), /detection type/],
    [link('base=sample:&domain=9007199254740992&idx=1'), /domain/],
    [link('base=sample:&domain=1&idx=1e3'), /log number/],
    [link('base=sample:&domain=1&idx=-1'), /log number/],
    [link('base=sample:&domain=%D9%A1&idx=1'), /domain/],
  ] as const)
    it(`says what is wrong with ${text.slice(0, 90)}`, () => assert.match(problem(text), expected));

  it('accepts 4,096 characters, and 100 of a detection type', () => {
    const text = link(`base=sample:&domain=7&idx=12&type=${'A'.repeat(100)}&x=`);
    assert.deepEqual(parseLink(text.padEnd(4096, 'x')), {
      ok: true,
      baseUrl: SAMPLE_BASE,
      key: { ...key, detectedType: 'A'.repeat(100) },
    });
    assert.match(problem(text.padEnd(4097, 'x')), /too long/);
  });

  it('accepts the largest identifiers', () => {
    const parsed = parseLink(link('base=sample:&domain=9007199254740991&idx=0'));
    assert.deepEqual(parsed.ok && parsed.key, {
      domain: Number.MAX_SAFE_INTEGER,
      idx: 0,
      detectedType: 'WAF',
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, other) => {
        parseLink(one);
        parseLink(link(`base=${one}&domain=${other}&idx=1`));
        parseLink(link(`base=https://${one}&domain=1&idx=1&type=${other}`));
      }),
    );
  });
});
