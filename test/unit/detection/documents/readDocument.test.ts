import assert from 'node:assert/strict';
import fc from 'fast-check';
import { positionsIn, readDocument } from '../../../../src/detection/documents/readDocument.ts';
import { english } from '../../../../src/text/l10n.ts';

describe('readDocument', () => {
  const log = { rawData: 'GET /?q=%2527evil HTTP/1.1\r\n\r\n', description: '' };
  const read = (detectedValue: string, kind: 'raw' | 'decoded') => {
    const { text, marks, note } = readDocument({ log, detectedValue, kind });
    const lines = (text || log.rawData).split(/\r?\n/);
    const marked = marks.map(({ start, end }) => lines[start.line]?.slice(start.character, end.character));
    return { marked, note: note && [note.line, english(note.text)] };
  };

  it('marks the match in the raw and in the decoded data', () => {
    const note = 'rule match: Query parameter ▸ q: decoded (percent-encoding), offset 8';
    assert.deepEqual(read("'evil", 'raw'), { marked: ['%2527evil'], note: [0, note] });
    assert.deepEqual(read("'evil", 'decoded').marked, ["'evil", "'evil"]);
  });

  it('marks nothing if there is no match', () => {
    assert.deepEqual(read('absent', 'raw'), { marked: [], note: undefined });
  });
});

describe('positionsIn', () => {
  it('counts lines as the editor does', () => {
    const text = 'a\r\nbc\rd\n\n\u2028e\u0085';
    const position = positionsIn(text);
    for (const [part, line, character] of [
      ['a', 0, 0],
      ['bc', 1, 0],
      ['d', 2, 0],
      ['e', 4, 1],
    ] as const)
      assert.deepEqual(position(text.indexOf(part)), { line, character });
    assert.deepEqual(position(text.length), { line: 4, character: 3 });
    assert.deepEqual(positionsIn('ab\r\nc')(3), { line: 0, character: 2 });
    assert.deepEqual(positionsIn('\ufeffab')(1), { line: 0, character: 0 });
  });

  it('leads to the character in the text as the editor shows it', () => {
    const piece = fc.oneof(fc.constantFrom('\r', '\n', '\r\n'), fc.string({ maxLength: 5 }));
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.nat(), (text, at) => {
        fc.pre(!text.startsWith('\ufeff'));
        const offset = at % (text.length + 1);
        const { line, character } = positionsIn(text)(offset);
        const lines = text.split(/(\r\n|\r|\n)/);
        assert.ok(character <= (lines[2 * line] ?? assert.fail()).length);
        const back = lines.slice(0, 2 * line).join('').length + character;
        if (back !== offset) assert.equal(text.slice(back, offset + 1), '\r\n');
      }),
    );
  });
});
