import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Piece, Pieces, toPieces } from '../../../../src/service/answers/pieces.ts';
import { valueSize } from '../../../../src/service/answers/valueSize.ts';

/** What arrives of a value, over the way that pieces take to a thread. */
function arrived(value: unknown): { whole: unknown; pieces: readonly Piece[] } {
  const pieces = [...toPieces(value)];
  const received = new Pieces();
  let whole: { readonly value: unknown } | undefined;
  for (const [index, piece] of pieces.entries()) {
    whole = received.add(structuredClone(piece));
    assert.equal(whole !== undefined, index === pieces.length - 1);
  }
  return { whole: whole?.value, pieces };
}

describe('pieces', () => {
  it('are any value again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(arrived(value).whole, value);
      }),
      { numRuns: 300 },
    );
  });

  it('keep names that an object of JavaScript has already', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2,"0":3}');
    assert.equal(JSON.stringify(arrived(value).whole), JSON.stringify(value));
  });

  it('of a long text are short, and no character of it is lost where it is cut', () => {
    const text = `${'x'.repeat(256 * 1024 - 1)}😀\ud800${'y'.repeat(700_000)}`;
    const { whole, pieces } = arrived({ log: { rawData: text, again: text } });
    assert.deepEqual(whole, { log: { rawData: text, again: text } });
    const lengths = pieces.map((piece) => ('text' in piece ? piece.text.length : 0));
    assert.ok(pieces.length > 7);
    assert.ok(Math.max(...lengths) <= 256 * 1024);
  });

  it('of a long list or object are short, whatever is in it', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => [`X-${index}`, String(index)]);
    list.push(['X-Long', 'z'.repeat(300_000)]);
    list.push(...Array.from({ length: 20 }, (_, index) => [`X-Wide-${index}`, 'w'.repeat(200_000)]));
    const value = {
      headers: list,
      other: { ...Object.fromEntries(list), ['n'.repeat(300_000)]: JSON.parse('{"__proto__":[1]}') },
    };
    const { whole, pieces } = arrived(value);
    assert.deepEqual(whole, value);
    for (const piece of pieces) {
      const size = valueSize(piece, 1024 * 1024, 32);
      assert.ok(size <= 520 * 1024, String(size));
    }
    assert.ok(pieces.length > 50);
  });

  it('of an object of many members hold few of them', () => {
    const object = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index]));
    const { whole, pieces } = arrived([object, JSON.parse('{"__proto__":1}')]);
    assert.deepEqual(whole, [object, JSON.parse('{"__proto__":1}')]);
    for (const piece of pieces) if ('members' in piece) assert.ok(piece.members.length <= 10_000);
  });
});
