import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeSpan, fencedBlock } from '../../../src/formats/markdown.ts';
import { joined } from '../../../src/redaction/segments.ts';
import { asVisible, asVisibleLines } from '../../../src/text/visible.ts';
import { hostileText } from './logs.ts';
import { drawn } from './markdownPage.ts';

const some = hostileText.filter((text) => text.length > 0 && text.length < 200);
const span = (text: string, longest = 2_000) => joined(codeSpan([text], longest));

describe('Markdown of any text', function () {
  this.timeout(60_000);

  it('shows a span in a line as it is', () => {
    fc.assert(
      fc.property(some, (text) => {
        const { spans, texts, unsafe } = drawn(`# ${span(text)}\n\n- a: ${span(text)}\n- b`);
        assert.deepEqual(spans, [asVisible(text), asVisible(text)]);
        assert.deepEqual([texts, unsafe], [['a: ', 'b'], []]);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows a block as it is', () => {
    const lines = (text: string) => asVisibleLines(text).replaceAll('\r\n', '\n').replace(/\n+$/, '');
    const visible = hostileText.filter((text) => /\S/.test(text));
    fc.assert(
      fc.property(visible, (text) => {
        const block = joined(fencedBlock([text], 10_000));
        const { blocks, texts, unsafe } = drawn(`before\n\n${block}\n\nafter`);
        // The parser might add an empty line at the end.
        assert.equal(blocks.join('|').replace(/\n+$/, ''), lines(text));
        assert.deepEqual([texts, unsafe], [['before', 'after'], []]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is shortened, but never within a hidden value', () => {
    const spans = ['`short`', '``a`b``', '` a b`', '`a b `', '`  ab  `'].join();
    assert.equal(['short', 'a`b', ' a b', 'a b ', ' ab '].map((text) => span(text, 60)).join(), spans);
    for (const text of ['`'.repeat(500), '\u202e'.repeat(500), 'a'.repeat(500), '👍'.repeat(500)]) {
      const { length } = span(text, 60);
      assert.ok(length > 20 && length <= 60 + 10, `${length}`);
    }
    const value = { value: 'x'.repeat(12), kind: '' };
    assert.equal(joined(codeSpan(['abc', value, 'def'], 18)), '`abc…`');
    assert.equal(joined(codeSpan(['abc', value, 'def'], 20)), '`abc‹12 characters›d…`');
  });
});
