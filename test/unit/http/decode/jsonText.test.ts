import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LimitReached } from '../../../../src/http/decode/allowance.ts';
import { jsonUnescaped, undoJsonEscapes } from '../../../../src/http/decode/characterCodes.ts';
import { layOutJson, nextToken, stringEnd, tokenEnd } from '../../../../src/http/decode/jsonText.ts';

const container = fc.jsonValue().filter((value) => typeof value === 'object' && value !== null);

describe('layOutJson', function () {
  this.timeout(30_000);

  it('formats JSON like JSON.stringify, whatever white space it has', () => {
    fc.assert(
      fc.property(container, fc.constantFrom(undefined, '\t', ' \r\n'), (value, space) => {
        const json = JSON.stringify(value, undefined, space);
        assert.equal(layOutJson(` ${json}\n`)?.text, JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('maps each token to itself', () => {
    fc.assert(
      fc.property(container, (value) => {
        const sent = JSON.stringify(value, undefined, '\t');
        const { text, map } = layOutJson(sent) ?? assert.fail();
        for (
          let start = nextToken(sent, 0);
          start < sent.length;
          start = nextToken(sent, tokenEnd(sent, start))
        ) {
          const token = { start, end: tokenEnd(sent, start) };
          const shown = map.inward(token) ?? assert.fail();
          assert.equal(text.slice(shown.start, shown.end), sent.slice(token.start, token.end));
          assert.deepEqual(map.outward(shown), token);
        }
      }),
    );
  });

  it('keeps tokens as sent', () => {
    const sent = '{"a":1.50,"a":1e400,"b":"\\u0041\\/"}';
    assert.equal(layOutJson(sent)?.text, '{\n  "a": 1.50,\n  "a": 1e400,\n  "b": "\\u0041\\/"\n}');
  });

  it('finds the strings with the names of their members', () => {
    const sent = '{"a":"b","c":["d",["e",{"f":"g"}],"h"],"":"i","j":{}}';
    const { strings } = layOutJson(sent) ?? assert.fail();
    assert.deepEqual(
      strings.map(({ start, end, member }) => [sent.slice(start, end), member]),
      [
        ['a', undefined],
        ['b', 'a'],
        ['c', undefined],
        ['d', 'c'],
        ['e', 'c'],
        ['f', undefined],
        ['g', 'f'],
        ['h', 'c'],
        ['', undefined],
        ['i', ''],
        ['j', undefined],
      ],
    );
    assert.deepEqual(
      layOutJson('["a",["b", 1234, false]]')?.strings.map(({ member }) => member),
      ['', ''],
    );
  });

  it('returns undefined for text that is not a JSON object or array', () => {
    for (const text of [
      '',
      '"a"',
      '1',
      'x{}',
      '{',
      '{"a":1',
      '[1}',
      '[1]]',
      '{a:1}',
      '[1,]',
      '[1] x',
      '{{7*7}}',
    ])
      assert.equal(layOutJson(text), undefined, text);
  });

  it('stops at 64 levels and at the maximum number of stretches', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    assert.ok(layOutJson(nested(64)));
    assert.throws(() => layOutJson(nested(65)), /nested more than 64 levels deep/);
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    assert.ok(layOutJson(objects(64)));
    assert.throws(() => layOutJson(objects(65)), /nested more than 64 levels deep/);
    assert.ok(layOutJson(`[${Array(65).fill('[{}]')}]`));
    assert.ok(layOutJson(`[${'[],'.repeat(100)}1]`));
    assert.equal(layOutJson('[1,2]', 10)?.map.stretches, 11);
    assert.throws(() => layOutJson('[1,2]', 9), /too many values/);
    assert.throws(() => layOutJson('[1,2', 7), /too many values/);
    assert.equal(layOutJson('[1,2', 8), undefined);
  });
});

describe('undoJsonEscapes', function () {
  this.timeout(30_000);

  it('decodes the content of a string like JSON.parse', () => {
    const character = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\b', '\f', '\n', '\r', '\t', '/', '\u2028'),
    );
    fc.assert(
      fc.property(fc.array(character), fc.boolean(), (characters, isEscaped) => {
        const text = characters.join('');
        const json = JSON.stringify(text)
          .slice(1, -1)
          .replaceAll('/', isEscaped ? '\\/' : '/');
        const undone = undoJsonEscapes(json);
        assert.equal(undone?.text ?? json, text);
        assert.equal(undone === undefined, !json.includes('\\'));
        assert.equal(jsonUnescaped(json), text);
      }),
    );
    assert.equal(jsonUnescaped('\\u00e9\\uD83D\\ude00'), 'é😀');
  });

  it('keeps a character that needs no escape, and the end of a truncated escape', () => {
    for (const [text, decoded] of [
      ["\\'\\a\\x41", "'ax41"],
      ['a\\', 'a\\'],
      ['\\u12', 'u12'],
      ['a\\ b\\\nc', 'a b\nc'],
    ] as const) {
      assert.equal(undoJsonEscapes(text)?.text ?? text, decoded);
      assert.equal(jsonUnescaped(text), decoded);
    }
  });

  it('maps each character to its escape', () => {
    const text = 'a\\n\\u0041b';
    const { map } = undoJsonEscapes(text) ?? assert.fail();
    const sent = [0, 1, 2, 3].map((start) => map.outward({ start, end: start + 1 }));
    assert.deepEqual(
      sent.map(({ start, end }) => text.slice(start, end)),
      ['a', '\\n', '\\u0041', 'b'],
    );
    assert.throws(() => undoJsonEscapes(text, 3), LimitReached);
    assert.doesNotThrow(() => undoJsonEscapes(text, 5));
  });
});

describe('stringEnd', () => {
  it('is the offset of the closing quote, or of the end', () => {
    for (const [text, end] of [
      ['"" "', 1],
      ['"a" "', 2],
      ['"a\\"b"', 5],
      ['"a\\\\" "', 4],
      ['"\\\\\\""', 5],
      ['"cut', 4],
      ['"cut\\"', 6],
      ["'a\"b'", 4],
    ] as const)
      assert.equal(stringEnd(text, 0), end, text);
  });
});

describe('tokenEnd', () => {
  it('is past a string, a mark, or a word', () => {
    assert.deepEqual(
      ['12', '"a"', '"cut', '{'].map((text) => tokenEnd(text, 0)),
      [2, 3, 4, 1],
    );
    const tokens = (text: string) => {
      const found: string[] = [];
      for (
        let start = nextToken(text, 0);
        start < text.length;
        start = nextToken(text, tokenEnd(text, start))
      )
        found.push(text.slice(start, tokenEnd(text, start)));
      return found;
    };
    assert.deepEqual(tokens(' {"a,b" :\t[1.5,true]\r\n, x~é: "cut'), [
      ...['{', '"a,b"', ':', '[', '1.5', ',', 'true', ']', ',', 'x~é', ':', '"cut'],
    ]);
    assert.deepEqual(tokens('a"b"c{d}e[f]g:h,i j\tk\nl\rm'), [
      ...['a', '"b"', 'c', '{', 'd', '}', 'e', '[', 'f', ']', 'g', ':', 'h', ',', 'i', 'j', 'k', 'l', 'm'],
    ]);
  });
});
