import assert from 'node:assert/strict';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { attackRanges } from '../../../src/redaction/attack.ts';

/** Returns the parts of a request to show if the rule matched all of its body, or another part of it. */
function shown(
  body: string,
  match = body,
  head = 'POST /a HTTP/1.1\r\nHost: shop.example\r\n\r\n',
): string[] {
  const raw = head + body;
  const start = raw.indexOf(match);
  const { fields } = readFields(raw);
  const ranges = attackRanges(fields, raw, [{ start, end: start + match.length }]);
  return ranges.map((range) => raw.slice(range.start, range.end));
}

describe('attack in a match', () => {
  it('is the value that contains it, in a match of several fields', () => {
    const nick = 'neo\\"><script src=//x.example/a.js></script>';
    assert.deepEqual(shown(`{"invite":"https://hr.example/i/aneU1jdkEf42Vap","nick":"${nick}"}`), [nick]);
    assert.deepEqual(shown("user=anna&pass=winter&q=1' UNION SELECT 1--"), ["1' UNION SELECT 1--"]);
    assert.deepEqual(shown("<a><b>ginger</b><c>Bramble&amp;Co</c><d>x' or 1=1</d></a>"), ["x' or 1=1"]);
  });

  it('is the value without its name and the markup around it', () => {
    assert.deepEqual(shown('<a><Key>grandmas-attic;/bin/sh</Key></a>', '<Key>grandmas-attic;/bin/sh</Key>'), [
      'grandmas-attic;/bin/sh',
    ]);
  });

  it('is each value with a sign of an attack, if none is certain', () => {
    assert.deepEqual(shown("user=O'Hara&q=a<b&pass=winter"), ['a<b']);
    assert.deepEqual(shown('user=anna&pass=winter'), []);
  });

  it('is the complete match within one value', () => {
    assert.deepEqual(shown('user=anna&q=winter', 'winter'), ['winter']);
    assert.deepEqual(shown("user=anna&q=a'or'b", "a'or'b"), ["a'or'b"]);
    assert.deepEqual(shown('please help: <script>alert(1)</script>'), [
      'please help: <script>alert(1)</script>',
    ]);
  });

  it('is nothing of a name with an apostrophe, and of a password with signs of an attack', () => {
    assert.deepEqual(shown("q=O'Shaughnessy-Trent", "O'Shaughnessy-Trent"), []);
    assert.deepEqual(shown("pwd=l'Orage--1=1'tombe", "l'Orage--1=1'tombe"), []);
  });

  it('is the part of a value that the match covers', () => {
    assert.deepEqual(shown('user=anna&q=1%27--&r=2', 'na&q=1%27--'), ['1%27--']);
  });
});
