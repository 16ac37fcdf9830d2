import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  firstTimeOf,
  intervalOf,
  pageSizeOf,
  staleAfterOf,
  warnAboveOf,
} from '../../../src/ui/settingValues.ts';

const MINUTE = 60_000;
const never = Number.POSITIVE_INFINITY;

describe('settingValues', () => {
  it('returns page sizes as they are set', () => {
    assert.deepEqual([10, 20, 57, 100].map(pageSizeOf), [10, 20, 57, 100]);
    assert.equal(pageSizeOf(undefined), 20);
  });

  it('returns no page size that the service refuses', () => {
    assert.deepEqual([5, 0, -1, 9.6, 20.4, 101, 1e9].map(pageSizeOf), [10, 10, 10, 10, 20, 100, 100]);
    fc.assert(
      fc.property(fc.jsonValue(), (setting) => {
        const rows = pageSizeOf(setting);
        assert.ok(Number.isInteger(rows) && rows >= 10 && rows <= 100, `${rows}`);
      }),
    );
  });

  it('refresh as often as they say, but never more than once a minute', () => {
    assert.deepEqual([5, 1.5, 1].map(intervalOf), [5 * MINUTE, 1.5 * MINUTE, MINUTE]);
    assert.deepEqual([0.0001, 0.99].map(intervalOf), [MINUTE, MINUTE]);
    assert.deepEqual([0, -1].map(intervalOf), [never, never]);
    assert.equal(intervalOf(undefined), 5 * MINUTE);
    fc.assert(
      fc.property(fc.jsonValue(), (setting) => {
        assert.ok(intervalOf(setting) >= MINUTE);
      }),
    );
  });

  it('warn from a number of attackers on, and of nothing that is no number', () => {
    assert.deepEqual([0, 1, 2.5].map(warnAboveOf), [0, 1, 2.5]);
    assert.deepEqual(
      [undefined, null, '', '10', [], [5], true, {}, -1].map(warnAboveOf),
      Array(9).fill(null),
    );
  });

  it('considers an answer old after two intervals, also when nothing is refreshed', () => {
    assert.equal(staleAfterOf(2 * MINUTE), 4 * MINUTE);
    assert.equal(staleAfterOf(never), 10 * MINUTE);
  });
});

describe('firstTimeOf', () => {
  it("is the service's unless the setting is local", () => {
    assert.equal(firstTimeOf('local'), 'local');
    for (const setting of ['service', undefined, null, true, 'LOCAL', {}])
      assert.equal(firstTimeOf(setting), 'service');
  });
});
