import assert from 'node:assert/strict';
import fc from 'fast-check';
import { base64Forms } from '../../../src/redaction/knownKeys.ts';

const formsOf = (text: string) => [...new Set(base64Forms(text))];

describe('base64Forms', () => {
  it('has the text alone and among other bytes, without the characters that depend on them', () => {
    assert.deepEqual(formsOf('kestrel-7719'), ['a2VzdHJlbC03NzE5', 'tlc3RyZWwtNzcxO', 'rZXN0cmVsLTc3MT']);
    const forms = ['a2VzdHJlbC03N', 'a2VzdHJlbC03Nw==', 'tlc3RyZWwtNz', 'rZXN0cmVsLTc3'];
    assert.deepEqual(base64Forms('kestrel-77'), forms);
  });

  it('has the characters of Base64url where they differ', () => {
    assert.deepEqual(formsOf('>>>???>>>'), [
      ...['Pj4+Pz8/Pj4+', 'Pj4-Pz8_Pj4-'],
      ...['4+Pj8/Pz4+P', '4-Pj8_Pz4-P'],
      ...['+Pj4/Pz8+Pj', '-Pj4_Pz8-Pj'],
    ]);
  });

  it('has a form of at least 8 characters', () => {
    assert.deepEqual(formsOf('anna!'), ['YW5uYSE=']);
    assert.deepEqual(formsOf('anna!!'), ['YW5uYSEh']);
    assert.deepEqual(formsOf('ann'), []);
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
              formsOf(text).some((form) => encoded.includes(form)),
              encoded,
            );
          }
        },
      ),
    );
  });
});
