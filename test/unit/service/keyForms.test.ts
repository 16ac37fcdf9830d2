import assert from 'node:assert/strict';
import fc from 'fast-check';
import { containsKey, keyForms } from '../../../src/service/keyForms.ts';

describe('containsKey', () => {
  it('finds a key as is, percent-encoded, and in Base64, and never an empty one', () => {
    const key = 'partner/key+1=';
    for (const text of [key, encodeURIComponent(key), Buffer.from(`x${key}`).toString('base64url')])
      assert.ok(containsKey(`a ${text} b`, key), text);
    for (const text of [
      ...[
        '50% %70artner/key+1=',
        '%ff%70artner%2fkey+1=',
        '%2525%252570artner%25252fkey+1=',
        '%e0%a4partner/ke%79+1=',
      ],
      ...['\\x70artner/key+1=', 'partner\\u002Fkey+1=', '%5cx70artner/key+1='],
    ])
      assert.ok(containsKey(text, key), text);
    for (const text of [
      'a&quot;b&amp;c',
      'a&#34;b&#x26;c',
      '&#97;&#34b&#38c',
      'a&amp;quot;b%26c',
      '&#X61;\\x22b&c',
      '&#x0000061;&#0000034;b&c',
      '\\u{61}\\u{0022}b&c',
    ])
      assert.ok(containsKey(text, 'a"b&c'), text);
    assert.ok(containsKey('%61}b', 'a}b'));
    assert.ok(!containsKey('partner', key));
    assert.ok(!containsKey('any', ''));
  });
});

describe('keyForms', () => {
  it('has the text, alone and in Base64 among other bytes, without the characters that depend on them', () => {
    assert.deepEqual(keyForms('kestrel-77'), [
      ...['kestrel-77', 'a2VzdHJlbC03N', 'a2VzdHJlbC03Nw==', 'tlc3RyZWwtNz', 'rZXN0cmVsLTc3'],
    ]);
  });

  it('has the characters of Base64url where they differ', () => {
    assert.deepEqual(keyForms('>>>???>>>'), [
      ...['>>>???>>>', 'Pj4+Pz8/Pj4+', '4+Pj8/Pz4+P', '+Pj4/Pz8+Pj'],
      ...['Pj4-Pz8_Pj4-', '4-Pj8_Pz4-P', '-Pj4_Pz8-Pj'],
    ]);
  });

  it('has a form of at least 8 characters', () => {
    assert.deepEqual(keyForms('anna!'), ['anna!', 'YW5uYSE=']);
    assert.deepEqual(keyForms('anna!!'), ['anna!!', 'YW5uYSEh']);
    assert.deepEqual(keyForms('ann'), ['ann']);
  });

  it('occurs in the Base64 of the text among any other bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 7 });
    fc.assert(
      fc.property(
        bytes,
        fc.string({ unit: 'grapheme', minLength: 10, maxLength: 40 }),
        bytes,
        (a, text, b) => {
          const whole = Buffer.concat([a, Buffer.from(text), b]);
          for (const encoding of ['base64', 'base64url'] as const) {
            const encoded = whole.toString(encoding);
            assert.ok(
              keyForms(text).some((form) => encoded.includes(form)),
              encoded,
            );
          }
        },
      ),
    );
  });
});
