import assert from 'node:assert/strict';
import fc from 'fast-check';
import { positionsIn } from '../../../../src/detection/documents/linePositions.ts';

describe('positionsIn', function () {
  this.timeout(30_000);

  it('counts lines as the editor does', () => {
    const text = 'a\r\nbc\rd\n\n\u2028e\u0085';
    const position = positionsIn(text);
    const at = (part: string) => position(text.indexOf(part));
    assert.deepEqual(at('a'), { line: 0, character: 0 });
    assert.deepEqual(at('bc'), { line: 1, character: 0 });
    assert.deepEqual(at('d'), { line: 2, character: 0 });
    assert.deepEqual(at('e'), { line: 4, character: 1 });
    assert.deepEqual(position(text.length), { line: 4, character: 3 });
  });

  it('puts what is inside a line end at the end of the line', () => {
    const position = positionsIn('ab\r\nc');
    assert.deepEqual(position(3), { line: 0, character: 2 });
  });

  it('leaves out the byte order mark, which the editor drops', () => {
    const position = positionsIn('\ufeffab');
    assert.deepEqual(position(1), { line: 0, character: 0 });
    assert.deepEqual(position(0), { line: 0, character: 0 });
  });

  it('leads to the character in the text as the editor shows it', () => {
    const texts = fc
      .array(fc.oneof(fc.constantFrom('\r', '\n', '\r\n'), fc.string({ maxLength: 5 })), { maxLength: 30 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.nat(), (text, at) => {
        fc.pre(!text.startsWith('\ufeff'));
        const offset = at % (text.length + 1);
        const position = positionsIn(text);
        const found = position(offset);
        const lines = text.split(/(\r\n|\r|\n)/);
        const line = lines[2 * found.line];
        assert.ok(line !== undefined && found.character <= line.length);
        const back = lines.slice(0, 2 * found.line).join('').length + found.character;
        if (back !== offset) assert.equal(text.slice(back, offset + 1), '\r\n');
      }),
    );
  });
});
