import assert from 'node:assert/strict';
import { base64Map, findBase64, wholeBase64 } from '../../../../src/http/decode/base64.ts';

describe('wholeBase64', () => {
  const textOf = (text: string) => wholeBase64(text, { declared: true })?.text;

  it('may be broken into lines, with white space before the padding and behind it', () => {
    for (const text of ['QUJD\r\nREVG', ' QUJD REVG ', 'QUJDREVG\n', '\tQUJDREVG']) {
      assert.deepEqual([textOf(text), wholeBase64(text)], ['ABCDEF', undefined], text);
    }
    for (const text of ['QUJDREVGR0g=', 'QUJD\r\nREVG\r\nR0g=\r\n', 'QUJDREVGR0g =', 'QUJDREVG R0g= \t ']) {
      assert.equal(textOf(text), 'ABCDEFGH', text);
    }
    assert.equal(textOf('QUJDREVG Rw==\n'), 'ABCDEFG');
  });

  it('has at least 8 characters', () => {
    assert.equal(textOf('QUJDRE\nV'), 'ABCDE');
    assert.equal(textOf('QUJD\nRE'), undefined);
  });

  it('is left as it is with anything else in it', () => {
    for (const text of [
      'QUJD REVG!',
      'QUJDREVG Rw= =',
      'QUJDREVG Rw== x',
      'QUJDREVG=QUJD',
      'QUJD REVG R',
      'QUJD',
    ]) {
      assert.equal(textOf(text), undefined, text);
    }
  });

  it('may hold much white space before what is no Base64', () => {
    assert.equal(textOf(`${'A'.repeat(8)}${' '.repeat(200_000)}!`), undefined);
  });
});

describe('findBase64', () => {
  const runs = (text: string) =>
    Array.from(findBase64(text), ({ start, end, layer, text: decoded }) => [
      text.slice(start, end),
      layer,
      decoded,
    ]);

  it('finds runs of both alphabets that decode to text or to a known format', () => {
    assert.deepEqual(runs('x YWJjZGVmZ2hpamts=y, "Pz8_Pj4-Pz8_Pj4-Pw==" UEsDBBQAAAAIAAAA /+9hYmNkZWZnaGlq'), [
      ['Pz8_Pj4-Pz8_Pj4-Pw==', 'Base64url', '???>>>???>>>?'],
      ['UEsDBBQAAAAIAAAA', 'Base64', undefined],
    ]);
  });
});

describe('Base64', () => {
  const valid = (text: string) => [wholeBase64(text)?.text, [...findBase64(` ${text} `)][0]?.text];

  it('has whole bytes, complete padding, and one alphabet', () => {
    for (const [text, decoded] of [
      ['c29tZSB0ZXh0LCBv', 'some text, o'],
      ['c29tZSB0ZXh0LCBvZg', 'some text, of'],
      ['c29tZSB0ZXh0LCBvZg==', 'some text, of'],
      ['c29tZSB0ZXh0LCBvZiA=', 'some text, of '],
      ['c29tZSB0ZXh0LCBvZiA', 'some text, of '],
      ['0KHRgtGA0L7QutCwPz8/Pj4+', 'Строка???>>>'],
      ['0KHRgtGA0L7QutCwPz8_Pj4-', 'Строка???>>>'],
    ] as const)
      assert.deepEqual(valid(text), [decoded, decoded], text);
    for (const text of [
      'c29tZSB0ZXh0LCBvZ',
      'c29tZSB0ZXh0LCBvZg=',
      'c29tZSB0ZXh0LCBvZiA==',
      'c29tZSB0ZXh0LCBv==',
      '0KHRgtGA0L7QutCwPz8/Pj4-',
      '0KHRgtGA0L7QutCwPz8_Pj4+',
      'AAECAwQFBgcICQoL',
    ])
      assert.deepEqual(valid(text), [undefined, undefined], text);
  });

  it('has at least 8 digits as a whole value, and 16 in other text', () => {
    const text = 'c29tZSB0ZXh0LCBv';
    assert.equal(wholeBase64(text.slice(0, 8))?.text, 'some t');
    assert.equal(wholeBase64(text.slice(0, 7)), undefined);
    assert.equal(wholeBase64(`${text.slice(0, 8)}.`), undefined);
    assert.equal([...findBase64(`(${text}),(${text})`)].length, 2);
    assert.equal([...findBase64(`(${text.slice(0, 15)})`)].length, 0);
  });
});

describe('base64Map', () => {
  it('leads from declared Base64 in lines to all of it, and from other Base64 to the digits', () => {
    const sentFor = (text: string) => {
      const run = wholeBase64(text, { declared: true });
      return run && base64Map(run, run.text ?? '').outward({ start: 0, end: 1 });
    };
    assert.deepEqual(sentFor('QUJD\r\nREVG'), { start: 0, end: 10 });
    assert.deepEqual(sentFor('QUJDREVG'), { start: 0, end: 4 });
  });

  it('leads to more digits in a run that would need more than 256 Ki stretches', () => {
    for (const [length, digits] of [
      [768 * 1024, 4],
      [768 * 1024 + 3, 8],
    ] as const) {
      const run = wholeBase64(Buffer.alloc(length, 'text').toString('base64'));
      const map = run && base64Map(run, run.text ?? '');
      assert.deepEqual(map?.outward({ start: 0, end: 1 }), { start: 0, end: digits });
    }
  });

  it('leads from all digits to all of the text, whatever their padding', () => {
    for (const text of ['kestrel-7', 'kestrel-77', 'kestrel-771']) {
      const digits = Buffer.from(text).toString('base64');
      const run = wholeBase64(digits);
      const range = run && base64Map(run, text).inward({ start: 0, end: digits.length });
      assert.deepEqual(range, { start: 0, end: text.length });
    }
  });

  it('leads from each character to the digits of its bytes', () => {
    const text = 'aé한😀, ascii and 😀😀 한 é';
    const digits = Buffer.from(text).toString('base64');
    const [run] = findBase64(`in ${digits} text`);
    assert.equal(run?.text, text);
    const map = run && base64Map(run, text);
    for (const { 0: character, index } of text.matchAll(/./gu)) {
      const range = map?.outward({ start: index, end: index + character.length }) ?? assert.fail();
      const sent = digits.slice(range.start - 3, range.end - 3);
      assert.equal((range.start - 3) % 4, 0, character);
      assert.ok(Buffer.from(sent, 'base64').includes(Buffer.from(character)), `${character}: ${sent}`);
    }
  });
});
