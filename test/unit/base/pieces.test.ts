import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Piece, Pieces, toPieces } from '../../../src/base/pieces.ts';
import { valueSize } from '../../../src/base/valueSize.ts';
import { amount } from '../../proofs.ts';

/** Returns the value that arrives after being posted to a thread in pieces. */
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

describe('Pieces', () => {
  it('restores any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(arrived(value).whole, value);
      }),
      { numRuns: amount(300) },
    );
  });

  it('keeps names that a JavaScript object already has', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2,"0":3}');
    assert.equal(JSON.stringify(arrived(value).whole), JSON.stringify(value));
    const long = JSON.parse(`{"__proto__":{"a":1},"long":"${'x'.repeat(300_000)}"}`);
    assert.equal(JSON.stringify(arrived(long).whole), JSON.stringify(long));
  });

  it('cuts a long text into short pieces without losing a character', () => {
    const text = `${'x'.repeat(256 * 1024 - 1)}😀\ud800${'y'.repeat(700_000)}`;
    const { whole, pieces } = arrived({ log: { rawData: text, again: text } });
    assert.deepEqual(whole, { log: { rawData: text, again: text } });
    const lengths = pieces.map((piece) => ('text' in piece ? piece.text.length : 0));
    assert.ok(pieces.length > 7);
    assert.equal(Math.max(...lengths), 256 * 1024);
  });

  it('cuts a long list or object into short pieces, whatever is in it', () => {
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

  it('cuts an object of many members into pieces of few', () => {
    const object = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index]));
    const { whole, pieces } = arrived([object, JSON.parse('{"__proto__":1}')]);
    assert.deepEqual(whole, [object, JSON.parse('{"__proto__":1}')]);
    for (const piece of pieces) if ('members' in piece) assert.ok(piece.members.length <= 10_000);
  });
});
