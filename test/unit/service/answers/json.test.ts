import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError } from '../../../../src/base/errors.ts';
import { parseJson } from '../../../../src/service/answers/json.ts';
import { message } from '../../../../src/text/l10n.ts';

const fails = (text: string, code: Parameters<typeof isServiceError>[1]) =>
  assert.throws(
    () => parseJson(text),
    (error) => isServiceError(error, code),
  );

describe('parseJson', () => {
  it('reads every JSON of safe numbers as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const hasUnsafeInteger = /(?<![\w.])-?[\d.]{16,}|e\+/.test(text);
        fc.pre(!hasUnsafeInteger);
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
    );
  });

  it('keeps unsafe integers as their digits, wherever they stand', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }), fc.boolean(), (large, isNegative) => {
        const digits = `${isNegative ? '-' : ''}${large}`;
        assert.deepEqual(parseJson(`{"a": [${digits},1 ,\n${digits}], "${digits}":${digits}}`), {
          a: [digits, 1, digits],
          [digits]: digits,
        });
        assert.equal(parseJson(digits), digits);
      }),
    );
  });

  it('keeps safe integers as numbers, up to the last', () => {
    for (const number of [9007199254740991, -9007199254740991, 1234567890123456]) {
      assert.equal(parseJson(String(number)), number);
    }
  });

  it('does not round a fraction or an exponent into an integer', () => {
    for (const text of ['9007199254740991.4', '900719925474099.20e1', '10000000000000000.0']) {
      assert.equal(parseJson(text), text);
    }
    assert.equal(parseJson('0.12500000000000000'), 0.125);
    assert.equal(parseJson('17000000000000.0'), 17_000_000_000_000);
  });

  it('keeps what is too large in few characters as it is written', () => {
    for (const text of ['1e400', '-1E+400', '1e22', '9007199254741e3']) {
      assert.deepEqual(parseJson(`{"a":[${text}, 1]}`), { a: [text, 1] });
    }
    assert.deepEqual(parseJson('[1e5,-2E+3,1e15,15e-1,0e9]'), [100_000, -2000, 1e15, 1.5, 0]);
  });

  it('leaves digits within strings alone, behind any backslashes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\\', '"', '90071992547409931', '[', '{', 'é', '\n')), (parts) => {
        const value = parts.join('');
        assert.deepEqual(parseJson(JSON.stringify({ value, [value]: [value] })), { value, [value]: [value] });
      }),
    );
  });

  it('tells an answer that was cut off from one that is no JSON', () => {
    const text = '{"message":{"key":"RES000000","value":"a \\" b"},"data":[1,{"x":null}]}';
    for (let length = 1; length < text.length; length++) fails(text.slice(0, length), 'truncated');
    fails('"OK', 'truncated');
    assert.throws(() => parseJson('[1'), { message: 'The answer ends in the middle of its JSON.' });
    assert.throws(() => parseJson('<p>'), { message: 'The answer is not JSON.' });
    for (const other of [
      '',
      ' ',
      '<html></html>',
      '{"a":1}}',
      '[1,]',
      '{a:1}',
      '01',
      '+1',
      'nul',
      "'a'",
      '{"a":1}x',
    ]) {
      fails(other, 'not-json');
    }
  });

  it('refuses unsafe numbers where JSON has none, or not so written', () => {
    for (const text of [
      '{9007199254740993:1}',
      '9007199254740993..',
      '009007199254740993',
      '9007199254740993e',
    ]) {
      fails(text.startsWith('{') ? text : `[${text}]`, 'not-json');
    }
  });

  it('reads 100 levels and refuses more, however many', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    assert.ok(Array.isArray(parseJson(nested(100))));
    for (const levels of [101, 100_000]) fails(nested(levels), 'bad-shape');
    fails('{"a":'.repeat(100_000), 'bad-shape');
  });

  it('reads 250 000 values and refuses more, whatever they are, before they take memory', () => {
    const list = (value: string, count: number) => `[${Array(count).fill(value)}]`;
    const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":1`)}}`;
    const most = 250_000;
    assert.equal((parseJson(list('1', most)) as unknown[]).length, most);
    assert.equal(Object.keys(parseJson(object(most)) as object).length, most);
    assert.equal((parseJson(list('{}', most / 2)) as unknown[]).length, most / 2);
    assert.throws(() => parseJson(list('1', most + 1)), {
      message: 'Too many: expected at most 250,000 values.',
      facts: {
        field: message('the whole response'),
        expected: message('at most {0} values', most),
        found: message('more'),
      },
    });
    for (const text of [
      list('1', most + 1),
      object(most + 1),
      list('[]', most / 2 + 1),
      `${list('1', most)},`,
    ]) {
      fails(text, 'bad-shape');
    }
  });

  it('counts no values within strings', () => {
    const value = ',[{'.repeat(250_000);
    assert.deepEqual(parseJson(JSON.stringify({ value })), { value });
  });

  it('keeps keys of any name as own properties', () => {
    const parsed = parseJson('{"__proto__":{"polluted":1},"constructor":2}') as object;
    assert.deepEqual(Object.entries(parsed), [
      ['__proto__', { polluted: 1 }],
      ['constructor', 2],
    ]);
    assert.equal('polluted' in {}, false);
  });
});
