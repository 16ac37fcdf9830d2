import assert from 'node:assert/strict';
import fc from 'fast-check';
import { boundedBlock, boundedSpan, cellSpan, codeSpan, fencedBlock } from '../../../src/text/markdown.ts';
import { asVisible, asVisibleLines } from '../../../src/text/visible.ts';
import { hostileText } from '../formats/logs.ts';
import { drawn } from '../formats/markdownPage.ts';

const some = hostileText.filter((text) => text.length > 0 && text.length < 200);
const visibleLines = (text: string) => asVisibleLines(text).replaceAll('\r\n', '\n');

describe('Markdown of any text', function () {
  this.timeout(60_000);

  it('shows a span in a line as it is', () => {
    fc.assert(
      fc.property(some, (text) => {
        const { spans, texts, unsafe } = drawn(`# ${codeSpan(text)}\n\n- a: ${codeSpan(text)}\n- b`);
        assert.deepEqual(spans, [asVisible(text), asVisible(text)]);
        assert.deepEqual([texts, unsafe], [['a: ', 'b'], []]);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows a cell as it is, in one span or several', () => {
    fc.assert(
      fc.property(some, (text) => {
        const { spans, unsafe } = drawn(
          `| Fact | Value |\n| --- | --- |\n| Name | ${cellSpan(text)} |\n| Last | ${cellSpan('x')} |`,
        );
        assert.equal(spans.slice(0, -1).join(''), asVisible(text));
        assert.equal(spans.at(-1), 'x');
        assert.deepEqual(unsafe, []);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows a block as it is', () => {
    fc.assert(
      fc.property(
        hostileText.filter((text) => /\S/.test(text)),
        (text) => {
          const lines = visibleLines(text);
          const { blocks, texts, unsafe } = drawn(`before\n\n${fencedBlock(text)}\n\nafter`);
          // The parser might add an empty line at the end.
          const trimmed = (block: string) => block.replace(/\n+$/, '');
          assert.deepEqual(blocks.map(trimmed), [trimmed(lines)]);
          assert.deepEqual([texts, unsafe], [['before', 'after'], []]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('keeps a span within its length', () => {
    for (const text of ['`'.repeat(500), '\u202e'.repeat(500), 'a'.repeat(500), '👍'.repeat(500)]) {
      const span = boundedSpan(text, 60);
      assert.ok(span.length <= 66 && span.length > 20, `${span.length} ${span}`);
    }
    assert.equal(boundedSpan('short', 60), '`short`');
  });

  it('is never many times as long as the text, however the text is made', () => {
    for (const text of ['`'.repeat(500), `${'`'.repeat(250)}${'\\|'.repeat(125)}`, '\\|'.repeat(250)]) {
      assert.ok(cellSpan(text).length <= 4 * text.length + 10, text);
      assert.ok(codeSpan(text).length <= 4 * text.length + 10, text);
    }
  });
});

describe('boundedBlock', () => {
  it('holds as much of a text as there is room for', () => {
    assert.deepEqual(boundedBlock('abc', 100), { block: '```text\nabc\n```', shown: 3 });
    const { block, shown } = boundedBlock('x'.repeat(1000), 500);
    assert.ok(block.length <= 500 && shown > 480, `${block.length} ${shown}`);
  });

  it('fits, whatever the text is', () => {
    const part = fc.oneof(
      hostileText,
      fc.constantFrom('`'.repeat(300), '\u202e'.repeat(300), '\r\n'.repeat(200), '👍'),
    );
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 40, max: 1000 }), (parts, room) => {
        const text = parts.join('');
        const { block, shown } = boundedBlock(text, room);
        assert.ok(block.length <= room, `${block.length} > ${room}`);
        assert.equal(block, fencedBlock(text.slice(0, shown)));
        assert.ok(shown === text.length || shown > 0);
      }),
    );
  });
});
