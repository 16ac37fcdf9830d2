import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LimitReached } from '../../../../src/http/decode/allowance.ts';
import {
  inwards,
  MapPacker,
  OffsetMap,
  outwards,
  Rewriter,
  unpackMap,
} from '../../../../src/http/decode/offsetMap.ts';

/** The steps of a rewriter: how many characters of the source to copy, or to replace and with which text. */
const steps = fc.array(
  fc.oneof(
    fc.record({ copy: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ put: fc.string({ maxLength: 3 }), over: fc.integer({ min: 0, max: 3 }) }),
  ),
  { maxLength: 120 },
);
const SOURCE = Array.from({ length: 1000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');

/** Performs the steps and returns the result with the range in the source of each of its characters. */
function rewritten(all: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never) {
  const rewriter = new Rewriter(SOURCE);
  let read = 0;
  let text = '';
  const ranges: { start: number; end: number }[] = [];
  for (const step of all) {
    const start = read;
    if ('copy' in step) {
      read += step.copy;
      rewriter.copy(read);
      text += SOURCE.slice(start, read);
      for (let at = start; at < read; at++) ranges.push({ start: at, end: at + 1 });
    } else {
      read += step.over;
      rewriter.put(step.put, read);
      text += step.put;
      const isCopied = step.put.length === step.over;
      for (let at = 0; at < step.put.length; at++)
        ranges.push(isCopied ? { start: start + at, end: start + at + 1 } : { start, end: read });
    }
    assert.equal(rewriter.written, text.length);
  }
  return { ...rewriter.finish(), expected: text, ranges, read };
}

describe('Rewriter', function () {
  this.timeout(30_000);

  it('writes the text and maps each character to its place in the source', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { text, map, expected, ranges } = rewritten(all);
        assert.equal(text, expected);
        for (const [start, range] of ranges.entries())
          assert.deepEqual(map.outward({ start, end: start + 1 }), range);
      }),
    );
  });

  it('maps each place in the source to the characters that were written for it', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { map, ranges, read } = rewritten(all);
        for (let start = 0; start < read; start++) {
          const shown = ranges.flatMap((range, at) =>
            range.start <= start && start < range.end ? [at] : [],
          );
          const inner = map.inward({ start, end: start + 1 });
          assert.equal(inner?.end, inner?.start === undefined ? undefined : inner.start + shown.length);
          if (shown.length > 0) assert.equal(inner?.start, shown[0]);
        }
        assert.equal(map.inward({ start: read, end: read + 5 }), undefined);
      }),
    );
  });

  it('adds no stretch for an empty copy', () => {
    const rewriter = new Rewriter('ab');
    for (const offset of [0, 2, 2, 1]) rewriter.copy(offset);
    assert.equal(rewriter.finish().map.stretches, 2);
  });

  it('joins many pieces, and stops at the maximum number of stretches', () => {
    const source = 'ab'.repeat(10_000);
    const rewriter = new Rewriter(source, 20_000);
    for (let at = 0; at < source.length; at += 2) {
      rewriter.copy(at + 1);
      rewriter.put('-', at + 2);
    }
    const { text, map } = rewriter.finish();
    assert.equal(text, 'a-'.repeat(10_000));
    assert.deepEqual(map.outward({ start: 15_001, end: 15_004 }), { start: 15_001, end: 15_004 });
    assert.throws(() => rewriter.put('x'), LimitReached);
  });
});

describe('OffsetMap', () => {
  const map = new OffsetMap([10, 13, 13, 20, 22], [0, 3, 5, 6, 8]);

  it('maps a range of the inner text outward', () => {
    for (const [start, end, ...expected] of [
      [0, 3, 10, 13],
      [1, 2, 11, 12],
      [3, 5, 13, 13],
      [2, 4, 12, 13],
      [5, 6, 13, 20],
      [4, 7, 13, 21],
      [7, 8, 21, 22],
      [1, 1, 11, 11],
      [8, 8, 22, 22],
    ] as const) {
      const range = map.outward({ start, end });
      assert.deepEqual([range.start, range.end], expected, `${start} to ${end}`);
    }
  });

  it('maps a range of the outer text inward, or returns undefined outside the map', () => {
    for (const [start, end, ...expected] of [
      [0, 30, 0, 8],
      [11, 12, 1, 2],
      [12, 15, 2, 6],
      [19, 21, 5, 7],
      [21, 40, 7, 8],
    ] as const) {
      const range = map.inward({ start, end });
      assert.deepEqual([range?.start, range?.end], expected, `${start} to ${end}`);
    }
    for (const [start, end] of [
      [0, 10],
      [22, 23],
      [12, 12],
    ] as const)
      assert.equal(map.inward({ start, end }), undefined);
  });

  it('can be a part or a whole', () => {
    assert.deepEqual(OffsetMap.slice(5, 9).outward({ start: 1, end: 3 }), { start: 6, end: 8 });
    assert.deepEqual(OffsetMap.whole({ start: 5, end: 9 }, 3).outward({ start: 1, end: 1 }), {
      start: 5,
      end: 5,
    });
    assert.deepEqual(OffsetMap.whole({ start: 5, end: 9 }, 3).outward({ start: 1, end: 2 }), {
      start: 5,
      end: 9,
    });
    assert.deepEqual(OffsetMap.whole({ start: 5, end: 9 }, 3).inward({ start: 6, end: 7 }), {
      start: 0,
      end: 3,
    });
  });

  it('combines with other maps in order from outermost to innermost', () => {
    const maps = [OffsetMap.slice(100, 130), map, OffsetMap.slice(1, 7)];
    assert.deepEqual(outwards(maps, { start: 0, end: 1 }), { start: 111, end: 112 });
    assert.deepEqual(inwards(maps, { start: 111, end: 112 }), { start: 0, end: 1 });
    assert.deepEqual(inwards(maps, { start: 0, end: 200 }), { start: 0, end: 6 });
    assert.equal(inwards(maps, { start: 110, end: 111 }), undefined);
    const omitted = new OffsetMap([0, 2, 4], [0, 2, 2]);
    assert.equal(inwards([omitted], { start: 2, end: 4 }), undefined);
    assert.deepEqual(inwards([omitted], { start: 1, end: 4 }), { start: 1, end: 2 });
  });
});

describe('MapPacker', () => {
  it('packs each map once, and unpackMap returns it', () => {
    const [one, other] = [OffsetMap.slice(3, 9), new OffsetMap([1, 2, 5], [0, 4, 6])];
    const packer = new MapPacker();
    const offsets = [one, other, one].map((map) => packer.add(map));
    assert.equal(offsets[0], offsets[2]);
    const packed = packer.pack();
    assert.equal(packed.length, 5 + 7);
    for (const [index, map] of [one, other].entries()) {
      const unpacked = unpackMap(packed, offsets[index] ?? -1);
      assert.deepEqual([...Array.from(unpacked.outer)], map.outer);
      assert.deepEqual([...Array.from(unpacked.inner)], map.inner);
    }
  });
});
