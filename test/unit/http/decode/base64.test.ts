import assert from 'node:assert/strict';
import { type Base64Run, findBase64, fromBase64, wholeBase64 } from '../../../../src/http/decode/base64.ts';
import { MappedText } from '../../../../src/http/decode/mappedText.ts';

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

  it('is left as it is with anything else in it', () => {
    for (const text of ['QUJD REVG!!', 'QUJDREVG Rw= =', 'QUJDREVG=QUJD', 'QUJD REVG R', 'QUJD']) {
      assert.equal(textOf(text), undefined, text);
    }
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
    assert.equal(wholeBase64(`${text.slice(0, 8)}..`), undefined);
    assert.equal([...findBase64(`(${text}),(${text})`)].length, 2);
    assert.equal([...findBase64(`(${text.slice(0, 15)})`)].length, 0);
  });
});

describe('fromBase64', () => {
  const textOf = (sent: string, run: Base64Run | undefined) =>
    MappedText.raw(sent).become(fromBase64(run ?? assert.fail(), run?.text ?? ''));

  it('maps declared Base64 in lines as a whole, and other Base64 to the digits', () => {
    const first = (sent: string) =>
      textOf(sent, wholeBase64(sent, { declared: true })).slice({ start: 0, end: 1 });
    assert.deepEqual(first('QUJD\r\nREVG').toRaw(), { start: 0, end: 10 });
    assert.deepEqual(first('QUJD\r\nREVG').layers, ['Base64']);
    assert.deepEqual(first('QUJDREVG').toRaw(), { start: 0, end: 2 });
  });

  it('maps each character to the digits of its bytes', () => {
    const text = 'aé한😀, ascii and 😀😀 한 é';
    const digits = Buffer.from(text).toString('base64');
    const sent = `in ${digits} text`;
    const [run] = findBase64(sent);
    const decoded = textOf(sent, run);
    assert.equal(decoded.text, text);
    for (const { 0: character, index } of text.matchAll(/./gu)) {
      const { start, end } = decoded.toRaw({ start: index, end: index + character.length });
      const bits = Buffer.from(character).length * 8;
      assert.ok((end - start) * 6 >= bits && (end - start) * 6 < bits + 24, character);
      const quartets = digits.slice(4 * Math.floor((start - 3) / 4), 4 * Math.ceil((end - 3) / 4));
      assert.ok(Buffer.from(quartets, 'base64').includes(Buffer.from(character)), character);
    }
  });
});
