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
  it('keeps unsafe integers as their digits, wherever they are', () => {
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

  it('parses safe numbers as numbers, and never rounds another into an integer', () => {
    const safe = '[9007199254740991,-9007199254740991,0.12500000000000000,17000000000000.0,1e5,-2E+3,15e-1]';
    assert.deepEqual(parseJson(safe), JSON.parse(safe));
    for (const text of ['9007199254740991.4', '900719925474099.20e1', '10000000000000000.0', '1e400', '1e22'])
      assert.deepEqual(parseJson(`[${text}]`), [text]);
  });

  it('leaves digits within strings alone, behind any backslashes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\\', '"', '90071992547409931', '[', '{', 'é', '\n')), (parts) => {
        const value = parts.join('');
        assert.deepEqual(parseJson(JSON.stringify({ value, [value]: [value] })), { value, [value]: [value] });
      }),
    );
  });

  it('tells a text that was cut off from one that is not JSON', () => {
    const text = '{"message":{"key":"RES000000","value":"a \\" b"},"data":[1,{"x":null}]}';
    for (let length = 1; length < text.length; length++) fails(text.slice(0, length), 'truncated');
    for (const other of ['', ' ', '<p></p>', '{"a":1}}', '[1,]', '{a:1}', '01', '+1', 'nul', "'a'", '1x'])
      fails(other, 'not-json');
    for (const unsafe of ['{9007199254740993:1}', '[9007199254740993..]', '[009007199254740993]'])
      fails(unsafe, 'not-json');
  });

  it('parses 100 levels and 100,000 values, and refuses more before they take memory', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    assert.ok(Array.isArray(parseJson(nested(100))));
    for (const text of [nested(101), nested(100_000), '{"a":'.repeat(100_000)]) fails(text, 'bad-shape');
    const list = (count: number) => `[${Array(count).fill('1')}]`;
    assert.equal((parseJson(list(100_000)) as unknown[]).length, 100_000);
    assert.throws(() => parseJson(list(100_001)), {
      facts: {
        field: message('the whole response'),
        expected: message('at most {0} values', 100_000),
        found: message('more'),
      },
    });
    fails(`[${Array(60_000).fill('{}')}]`, 'bad-shape');
    const commas = ','.repeat(200_000);
    assert.deepEqual(parseJson(JSON.stringify([commas])), [commas]);
  });

  it('takes time linear in quotes, backslashes, and digits', () => {
    const value = '\\"'.repeat(1_000_000);
    assert.deepEqual(parseJson(JSON.stringify({ value })), { value });
    assert.equal(parseJson('9'.repeat(1_000_000)), '9'.repeat(1_000_000));
  });
});
