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
    assert.deepEqual([elementHeight(22_000), elementHeight(8_000_001)], [22_000, 8_000_000]);
    assert.deepEqual([offsetAt(5_000, of(1_000)), topAt(5_000, of(1_000))], [5_000, 5_000]);
    assert.equal(offsetAt(1e9, of(1_000)), 22_000 - sight);
  });

  it('scrolls a higher one from its start to its end', () => {
    for (const count of [1_000_000, 20_000_000]) {
      const scrolled = of(count);
      const end = 8_000_000 - sight;
      assert.equal(offsetAt(0, scrolled), 0);
      assert.equal(offsetAt(end, scrolled), scrolled.rows - sight);
      assert.equal(drawnRows(offsetAt(end, scrolled), sight, count).end, count);
      assert.ok(Math.abs(topAt(offsetAt(end / 2, scrolled), scrolled) - end / 2) < 0.01);
    }
  });

  it('moves by as many pixels as the wheel, also if the element is shorter than the rows', () => {
    const scrolled = of(5_000_000);
    const before = offsetAt(4_000_000, scrolled);
    const end = 8_000_000 - sight;
    assert.equal(offsetAfter(before, 4_000_000, 4_000_100, scrolled), before + 100);
    assert.equal(offsetAfter(before, 4_000_000, 6_000_000, scrolled), offsetAt(6_000_000, scrolled));
    assert.equal(offsetAfter(before, 100, 0, scrolled), 0);
    assert.equal(offsetAfter(before, end - 5, end, scrolled), scrolled.rows - sight);
  });

  it('renders the visible rows, at most 400', () => {
    for (const height of [0, 22, 800, 2_178, 2_179, 8_000, 100_000]) {
      for (const offset of [0, 11, 220_000]) {
        const { first, end } = drawnRows(offset, height, 1_000_000);
        const most = Math.min(400, Math.ceil(height / ROW_HEIGHT) + 1);
        assert.ok(end - first <= most, `${height} ${offset}: ${end - first}`);
        assert.ok(first <= Math.floor(offset / ROW_HEIGHT));
        if (height <= 8_000) assert.ok(end * ROW_HEIGHT >= offset + height);
      }
    }
    assert.deepEqual(drawnRows(0, 800, 3), { first: 0, end: 3 });
  });

  it('scrolls no farther than needed to make a row visible', () => {
    assert.equal(offsetFor(10, 0, sight), 0);
    assert.equal(offsetFor(10, 500, sight), 220);
    assert.equal(offsetFor(100, 0, sight), 101 * ROW_HEIGHT - sight);
  });
});
