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

  it('says what is wrong', () => {
    const rest = '&domain=7&idx=12';
    assert.match(problem(''), /not a link/);
    assert.match(problem('https://partner-logs.partner-logs.evil.example/log?base=sample:'), /not a link/);
    assert.match(problem('vscode://evil.partner-logs/log?base=sample:&domain=7&idx=12'), /not a link/);
    assert.match(
      problem(link(`base=https://a.example&base=https://b.example${rest}`)),
      /two values for base/,
    );
    for (const name of ['domain', 'idx', 'type'])
      assert.match(
        problem(link(`base=sample:${rest}&type=WAF&${name}=8`)),
        new RegExp(`two values for ${name}\\.`),
      );
    assert.match(problem(link('domain=7&idx=12')), /does not specify a service/);
    assert.match(problem(link(`base=https%3A%2F%2Fme%3Apw%40a.example${rest}`)), /user name or password/);
    assert.match(problem(link(`base=file%3A%2F%2F%2Fetc${rest}`)), /not an HTTP/);
    assert.match(problem(link(`base=javascript%3Aalert(1)${rest}`)), /not an HTTP/);
    assert.match(problem(link(`base=https%3A%2F%2Fa.example%0D%0A${rest}`)), /control characters/);
    assert.match(problem(link(`base=https%3A%2F%2F\u202ea.example${rest}`)), /control characters/);
    for (const end of ['%3Fkey%3D1', '%23key'])
      assert.match(problem(link(`base=https%3A%2F%2Fa.example${end}${rest}`)), /query or a fragment/);
    assert.match(problem(link(`base=https%3A%2F%2F%3Apw%40a.example${rest}`)), /user name or password/);
    for (const base of [
      'export%3A0123456789ABCDEF',
      'export%3A0123456789abcdef0',
      'my-export%3A0123456789abcdef',
      'javascript%3Ahttps%3A%2F%2Fa.example',
    ])
      assert.match(problem(link(`base=${base}${rest}`)), /not an HTTP/);
    assert.match(problem(link(`base=sample:${rest}&type=a%00`)), /control characters/);
    assert.match(problem(link(`base=sample:${rest}&type=`)), /detection type/);
    assert.match(problem(link(`base=sample:${rest}&type=${'A'.repeat(101)}`)), /detection type/);
    assert.match(problem(`see ${link(`base=sample:${rest}`)}`), /not a link/);
  });

  for (const number of [
    '',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    ' 1',
    '9007199254740992',
    '99999999999999999999',
    '١',
  ]) {
    it(`refuses ${JSON.stringify(number)} as an identifier`, () => {
      assert.match(problem(link(`base=sample:&domain=${encodeURIComponent(number)}&idx=1`)), /domain/);
      assert.match(problem(link(`base=sample:&domain=1&idx=${encodeURIComponent(number)}`)), /log number/);
    });
  }

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
