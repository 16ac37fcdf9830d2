import assert from 'node:assert/strict';
import {
  drawnRows,
  elementHeight,
  offsetAfter,
  offsetAt,
  offsetFor,
  ROW_HEIGHT,
  topAt,
} from '../../../src/table/window.ts';

const sight = 800;
const of = (count: number) => ({ rows: count * ROW_HEIGHT, sight });

describe('window', () => {
  it('scrolls a table that an element can hold pixel by pixel', () => {
    assert.equal(elementHeight(1000 * ROW_HEIGHT), 22_000);
    assert.deepEqual([elementHeight(8_000_000), elementHeight(8_000_001)], [8_000_000, 8_000_000]);
    assert.equal(offsetAt(5_000, of(1_000)), 5_000);
    assert.equal(topAt(5_000, of(1_000)), 5_000);
    assert.equal(offsetAt(1e9, of(1_000)), 22_000 - sight);
  });

  it('scrolls a higher one to its end, and from its start', () => {
    for (const count of [1_000_000, 1_500_000, 20_000_000]) {
      const scrolled = of(count);
      const end = 8_000_000 - sight;
      assert.equal(offsetAt(0, scrolled), 0);
      assert.equal(offsetAt(end, scrolled), scrolled.rows - sight);
      const { end: last } = drawnRows(offsetAt(end, scrolled), sight, count);
      assert.equal(last, count);
      const middle = offsetAt(end / 2, scrolled);
      assert.ok(Math.abs(topAt(middle, scrolled) - end / 2) < 0.01);
    }
  });

  it('moves by as many pixels as the wheel, also where the element is shorter than the rows', () => {
    const scrolled = of(5_000_000);
    const before = offsetAt(4_000_000, scrolled);
    assert.equal(offsetAfter(before, 4_000_000, 4_000_100, scrolled), before + 100);
    assert.equal(offsetAfter(before, 4_000_000, 6_000_000, scrolled), offsetAt(6_000_000, scrolled));
    assert.equal(offsetAfter(before, 100, 0, scrolled), 0);
    assert.equal(
      offsetAfter(before, 8_000_000 - sight - 5, 8_000_000 - sight, scrolled),
      scrolled.rows - sight,
    );
  });

  it('draws the rows in sight and some around them: a hundred at most, or 400 where more are in sight', () => {
    for (const height of [0, 22, 800, 2_160, 2_178, 2_179, 4_000, 8_000, 100_000]) {
      for (const offset of [0, 11, 220_000]) {
        const { first, end } = drawnRows(offset, height, 1_000_000);
        const most = height <= 2_178 ? 100 : Math.min(400, height / ROW_HEIGHT + 18);
        assert.ok(end - first <= most, `${height} ${offset}: ${end - first}`);
        assert.ok(first <= Math.floor(offset / ROW_HEIGHT));
        if (height <= 8_000) assert.ok(end * ROW_HEIGHT >= offset + height);
      }
    }
    const drawn = (height: number) => drawnRows(220_000, height, 1_000_000);
    assert.equal(drawn(2_178).end - drawn(2_178).first, 100);
    assert.equal(drawn(2_179).end - drawn(2_179).first, 101 + 2 * 8);
    assert.equal(drawn(100_000).end - drawn(100_000).first, 400);
    assert.deepEqual(drawnRows(0, 800, 3), { first: 0, end: 3 });
    assert.deepEqual(drawnRows(0, 800, 0), { first: 0, end: 0 });
  });

  it('scrolls no further than brings a row into sight', () => {
    assert.equal(offsetFor(10, 0, sight), 0);
    assert.equal(offsetFor(10, 500, sight), 220);
    assert.equal(offsetFor(100, 0, sight), 101 * ROW_HEIGHT - sight);
  });
});
