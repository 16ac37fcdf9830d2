import assert from 'node:assert/strict';
import { MappedText } from '../../../src/http/decode/mappedText.ts';
import { fullyDecoded, innermost, levelsOf, readings } from '../../../src/redaction/levels.ts';

describe('fullyDecoded', () => {
  it('decodes three levels of percent-encoding and JSON escapes, in any order', () => {
    for (const [text, decoded] of [
      ['plain text', 'plain text'],
      ['100% + tax', '100% + tax'],
      ['1%2+x', '1%2+x'],
      ['1%u00+%u002', '1%u00+%u002'],
      ['a+%27b', "a 'b"],
      ['%u0027', "'"],
      ['%2527%255Cn', "'\n"],
      ['%252527', "'"],
      ['%25252527', '%27'],
      ['\\\\u0027', "'"],
      ['\\u00252527', "'"],
      ['{\\"a\\":\\"%5C%22\\"}', '{"a":"""}'],
      ['\\\\\\\\\\\\\\\\', '\\'],
    ] as const) {
      assert.equal(fullyDecoded(text), decoded, text);
      assert.equal(innermost(text).text, decoded, text);
    }
  });
});

describe('levelsOf', () => {
  it('yields the text after each level, mapped to the raw data', () => {
    const raw = 'x=a%2527+b\\u0063';
    const levels = [...levelsOf(MappedText.raw(raw).slice({ start: 2, end: raw.length }))];
    assert.deepEqual(
      levels.map(({ text }) => text),
      ['a%2527+b\\u0063', 'a%27 bc', "a' bc"],
    );
    const sent = [0, 1, 2, 3, 4].map((start) => levels[2]?.toRaw({ start, end: start + 1 }));
    assert.deepEqual(
      sent.map((range) => range && raw.slice(range.start, range.end)),
      ['a', '%2527', '+', 'b', '\\u0063'],
    );
    assert.equal([...levelsOf(MappedText.raw('%2525252527'))].length, 4);
  });
});

describe('readings', () => {
  it('is only the text if nothing in it can be encoded', () =>
    assert.deepEqual(readings('plain'), ['plain']));

  it('starts with the text and has each way to decode it, with + and spaces exchanged', () => {
    assert.deepEqual(readings('a+b'), ['a+b', 'a b']);
    assert.deepEqual(readings('a b'), ['a b', 'a+b']);
    const found = readings('\\u0041%2B%2527+\\n');
    assert.equal(found[0], '\\u0041%2B%2527+\\n');
    for (const reading of [
      "A+' \n",
      'A%2B%2527+\n',
      '\\u0041+%27+\\n',
      '\\u0041+%27 \\n',
      "A+'+\n",
      'A %27 \n',
    ])
      assert.ok(found.includes(reading), reading);
  });

  it('is limited in number, and has only all decodings at once for long text', () => {
    const deep = (unit: string) => `${unit}%2525252525252527+\\\\\\\\\\\\u005c\\u005cu0025`;
    assert.ok(readings(deep('%2B\\u002b')).length <= 3 * 24);
    const long = 'x'.repeat(64 * 1024 - 4);
    assert.ok(readings(`${long}\\n%2`).includes(`${long}\n%2`));
    assert.ok(readings(`${long.slice(2)}%41+\\n`).some((reading) => reading.endsWith('%41+\n')));
    const longer = readings(`${long}%41+\\n`);
    assert.ok(longer.includes(`${long}A \n`));
    assert.ok(!longer.some((reading) => reading.endsWith('%41+\n') || reading.endsWith('A+\\n')));
  });
});
