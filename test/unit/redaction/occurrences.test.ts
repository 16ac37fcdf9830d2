import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StringSearch } from '../../../src/redaction/occurrences.ts';

const search = (strings: readonly string[], text: string) => [
  ...new StringSearch(strings.map((string) => [string, string] as const)).occurrences(text),
];

describe('StringSearch', function () {
  this.timeout(60_000);

  it('covers exactly what a naive search covers', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.oneof(fc.array(few, { maxLength: 6 }), fc.uniqueArray(few, { minLength: 65, maxLength: 90 })),
        fc.array(few).map((parts) => parts.join('')),
        (strings, text) => {
          const covered = new Set<number>();
          for (const string of strings) {
            for (let at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + 1)) {
              for (let offset = at; offset < at + string.length; offset++) covered.add(offset);
            }
          }
          const found = new Set(
            search(strings, text).flatMap(({ start, end, value }) => {
              assert.equal(text.slice(start, end), value);
              return Array.from({ length: end - start }, (_, offset) => start + offset);
            }),
          );
          assert.deepEqual([...found].sort(), [...covered].sort());
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds the whole of a long string, and the start of one that goes on otherwise', () => {
    const long = 'secret-'.repeat(100);
    assert.deepEqual(search([long], `x${long}y`), [{ start: 1, end: 701, value: long }]);
    assert.deepEqual(search([long], `x${long.slice(0, 500)}y`), [{ start: 1, end: 501, value: long }]);
    assert.deepEqual(search([long], `x${long.slice(0, 200)}y`), []);
  });
});
