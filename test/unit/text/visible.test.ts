import assert from 'node:assert/strict';
import fc from 'fast-check';
import { asLabel, asPlainLine, asPlainLines } from '../../../src/text/label.ts';
import { asVisible, asVisibleLines, segments } from '../../../src/text/visible.ts';
import { hostileText } from '../formats/logs.ts';

describe('asVisible', () => {
  it('draws control characters as pictures and others as code points', () => {
    assert.equal(asVisible('a\0b\r\n\t\x7f'), 'a␀b␍␊␉␡');
    assert.equal(
      asVisible('\u202egpj\u200b\ufeff\ud800 \u{e0041}\u00a0\u2028'),
      '‹U+202E›gpj‹U+200B›‹U+FEFF›‹U+D800› ‹U+E0041›‹U+00A0›‹U+2028›',
    );
  });

  it('leaves what can be seen', () => {
    assert.equal(asVisible('GET /é日本👍 <b>'), 'GET /é日本👍 <b>');
  });

  it('keeps tabs and line ends where lines are shown', () => {
    assert.equal(asVisibleLines('a\tb\r\nc\nd\re\0'), 'a\tb\r\nc\nd␍e␀');
  });
});

describe('segments', function () {
  this.timeout(60_000);

  it('separates invisible characters from the rest', () => {
    assert.deepEqual(segments('a\r\nb\u202ec'), [
      { text: 'a\r\nb' },
      { invisible: 'U+202E', shown: '‹U+202E›' },
      { text: 'c' },
    ]);
    assert.deepEqual(segments(''), []);
  });

  it('loses no character of any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const again = segments(text).map((part) =>
          'text' in part ? part.text : String.fromCodePoint(Number.parseInt(part.invisible.slice(2), 16)),
        );
        assert.equal(again.join(''), text);
        assert.equal(
          segments(text)
            .map((part) => ('text' in part ? part.text : part.shown))
            .join(''),
          asVisibleLines(text),
        );
      }),
    );
  });
});

describe('asLabel', function () {
  this.timeout(60_000);

  it('draws no icon and makes no link', () => {
    assert.equal(asLabel('$(bug) \\$(bug~spin) [x](command:y)'), '$ (bug) \\$ (bug~spin) [x] (command:y)');
  });

  it('cuts at 120 code points', () => {
    assert.equal(asLabel('👍'.repeat(120)), '👍'.repeat(120));
    assert.equal(asLabel('👍'.repeat(121)), `${'👍'.repeat(119)}…`);
    assert.equal(asLabel(`${'a'.repeat(64 << 20)}b`).length, 120);
  });

  it('is of 300 code points as a line, and of 24 lines as a tooltip', () => {
    assert.equal(asPlainLine('👍'.repeat(300)), '👍'.repeat(300));
    assert.equal(asPlainLine('👍'.repeat(301)), `${'👍'.repeat(299)}…`);
    const lines = Array.from({ length: 25 }, (_, at) => `line ${at}`);
    assert.equal(asPlainLines(lines.slice(1)), lines.slice(1).join('\n'));
    assert.equal(asPlainLines(lines), `${lines.slice(0, 24).join('\n')}\nand 1 more`);
  });
});
