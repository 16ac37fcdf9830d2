import assert from 'node:assert/strict';
import { NewestMap } from '../../../src/base/newestMap.ts';

describe('NewestMap', () => {
  it('drops the entries that were set first', () => {
    const map = new NewestMap<number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    assert.deepEqual(
      [...map],
      [
        ['a', 3],
        ['c', 4],
      ],
    );
  });

  it('drops as many entries as exceed the size, but never the last one', () => {
    const map = new NewestMap<string>(10, 3_000);
    map.set('a', 'x'.repeat(1_000)).set('b', 'x'.repeat(1_000));
    assert.deepEqual([...map.keys()], ['a', 'b']);
    map.set('c', 'x'.repeat(1_500));
    assert.deepEqual([...map.keys()], ['b', 'c']);
    map.set('d', 'x'.repeat(10_000));
    assert.deepEqual([...map.keys()], ['d']);
  });

  it('does not count entries that were replaced, deleted, or cleared', () => {
    const map = new NewestMap<string>(10, 3_000);
    const value = 'x'.repeat(1_000);
    for (let count = 0; count < 5; count++) map.set('a', value);
    map.set('b', value);
    assert.equal(map.size, 2);
    assert.equal(map.delete('a'), true);
    assert.equal(map.delete('a'), false);
    map.set('c', value);
    assert.deepEqual([...map.keys()], ['b', 'c']);
    map.clear();
    map.set('d', value).set('e', value);
    assert.deepEqual([...map.keys()], ['d', 'e']);
  });
});
