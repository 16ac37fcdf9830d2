import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutFormulas } from '../../../src/formats/csv.ts';

describe('withoutFormulas', function () {
  this.timeout(60_000);

  for (const [text, safe] of [
    ['=1+1', "'=1+1"],
    [' \u200b\u{e0001}=1', "' \u200b\u{e0001}=1"],
    ['\tx', "'\tx"],
    ['＝1', "'＝1"],
    ["/?q=1;=cmd|' /C calc'!A0;", "/?q=1;'=cmd|' /C calc'!A0;"],
    ['a\t=1\tb', "a\t'=1\tb"],
    ['a|@SUM(1)', "a|'@SUM(1)"],
    ['a; "=1', `a;' "=1`],
    ['a\r\n-1+cmd\n+1', "a\r\n'-1+cmd\n'+1"],
    ['--x()', "'--x()"],
    ['a;\n \t=1;;=2', "a;\n \t'=1;;'=2"],
    ['a\r\n--boundary\r\nb', "a\r\n'--boundary\r\nb"],
  ] as const) {
    it(`puts an apostrophe at the start of the cells of ${JSON.stringify(text)}`, () => {
      assert.equal(withoutFormulas(text), safe);
    });
  }

  for (const text of ['', '/?a=1&b=-2;c=3', 'text/html;q=0.9, */*', 'a = b - c, =d']) {
    it(`leaves ${JSON.stringify(text)} as it is`, () => {
      assert.equal(withoutFormulas(text), text);
    });
  }

  it('leaves no cell that begins with a sign, however the text is divided, and adds apostrophes alone', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@;|,\t\r\n "\'a(!\u200b\u2028') });
    fc.assert(
      fc.property(text, fc.constantFrom(/[;\r\n]/, /[\t\r\n]/, /[|\r\n]/), (value, separator) => {
        const safe = withoutFormulas(value);
        for (const cell of safe.split(separator)) {
          assert.doesNotMatch(cell, /^["\s\u200b]*[=+\-@]/);
        }
        assert.equal(safe.replaceAll("'", ''), value.replaceAll("'", ''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes a cell of 20 million characters that are skipped', () => {
    const text = '\u200b'.repeat(20_000_000);
    assert.ok(withoutFormulas(`${text}=`).startsWith("'"));
  });
});
