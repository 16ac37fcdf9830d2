import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markedExcerpt } from '../../../../src/formats/report/whatMatched.ts';
import { asVisibleLines } from '../../../../src/text/visible.ts';
import { hostileText } from '../logs.ts';
import { drawn } from '../markdownPage.ts';

const ROOM = 6000;

describe('markedExcerpt', () => {
  it('marks a match between 40 characters of its line on either side', () => {
    const text = `${'a'.repeat(300)}MATCH${'b'.repeat(300)}`;
    const lines = 'one\r\ntwo MATCH three\nfour';
    assert.equal(markedExcerpt(lines, { start: 9, end: 14 }, ROOM).block, '```text\ntwo «MATCH» three\n```');
    const placeholders = `${'‹JSON string, 1,234›'.repeat(4)}MATCH${'‹JSON string, 1,234›'.repeat(4)}`;
    assert.match(
      markedExcerpt(placeholders, { start: 80, end: 85 }, ROOM).block,
      /text\n(‹JSON string, 1,234›){2}«MATCH»(‹JSON string, 1,234›){2}\n/,
    );
    const cutBefore = `${'‹JSON string, 1,234›'.repeat(2)}xMATCH`;
    assert.equal(
      markedExcerpt(cutBefore, { start: 41, end: 46 }, ROOM).block,
      '```text\n‹JSON string, 1,234›x«MATCH»\n```',
    );
    const cut = `xMATCHx${'‹JSON string, 1,234›'.repeat(2)}`;
    assert.equal(
      markedExcerpt(cut, { start: 1, end: 6 }, ROOM).block,
      '```text\nx«MATCH»x‹JSON string, 1,234›\n```',
    );
    const { block, marks, shown } = markedExcerpt(text, { start: 300, end: 305 }, ROOM);
    assert.equal(block, `\`\`\`text\n${'a'.repeat(40)}«MATCH»${'b'.repeat(40)}\n\`\`\``);
    assert.deepEqual([...marks, shown], ['«', '»', 5]);
  });

  it('splits no surrogate pair', () => {
    const text = '👍'.repeat(300);
    for (const start of [300, 302, 400]) {
      for (const room of [ROOM, 480, 481, 482, 483]) {
        assert.doesNotMatch(markedExcerpt(text, { start, end: start + 100 }, room).block, /U\+D/);
      }
    }
  });

  it('can be read back whatever the text is: one mark of each kind is longer than all others', () => {
    const texts = fc.array(fc.oneof(hostileText, fc.constantFrom('«', '»', '««»»')), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(texts, ([before = '', match = '', after = '']) => {
        const range = { start: before.length, end: before.length + match.length };
        const { block, marks, shown } = markedExcerpt(before + match + after, range, ROOM);
        assert.ok(block.length <= ROOM);
        assert.equal(shown, match.length);
        const [content = ''] = drawn(block).blocks;
        const [open, close] = marks;
        const visible = (text: string) => asVisibleLines(text).replaceAll('\r\n', '\n');
        assert.ok(![before, match, after].some((text) => text.includes(open) || text.includes(close)));
        assert.equal(content.split(open).length >= 2 && content.split(close).length >= 2, true, content);
        if (!/[\r«»]/.test(before + match + after) && !/[\ud800-\udfff]/.test(before + match + after)) {
          assert.ok(content.includes(`${open}${visible(match)}${close}`), content);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('fits into its room, with the start of the match, whatever is long', () => {
    for (const part of ['x', '`', '~', '«', '»', '\u202e', '\u{10ffff}', '\n', '\ud800', '한']) {
      const text = part.repeat(100_000);
      for (const range of [
        { start: 0, end: text.length },
        { start: 1000, end: 1001 },
        { start: text.length - 1, end: text.length },
      ]) {
        const least = markedExcerpt(text, range, 60).block;
        assert.ok(least.length <= 60, `${part}: ${least.length}`);
        const { block, shown } = markedExcerpt(text, range, 600);
        assert.ok(block.length <= 600, `${part}: ${block.length}`);
        assert.ok(shown > 0, part);
        assert.equal(drawn(block).blocks.length, 1);
      }
    }
  });
});
