import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  firstTimeOf,
  intervalOf,
  pageSizeOf,
  shownNamesOf,
  staleAfterOf,
  warnAboveOf,
} from '../../../src/ui/settingValues.ts';

const MINUTE = 60_000;
const never = Number.POSITIVE_INFINITY;

describe('settingValues', () => {
  const cases: readonly (readonly [(setting: never) => unknown, settings: unknown[], expected: unknown[]])[] =
    [
      [pageSizeOf, [10, 57, 100, undefined, 5, -1, 9.6, 20.4, 1e9], [10, 57, 100, 20, 10, 10, 10, 20, 100]],
      [
        intervalOf,
        [5, 1.5, 0.99, 0, -1, undefined],
        [5 * MINUTE, 1.5 * MINUTE, MINUTE, never, never, 5 * MINUTE],
      ],
      [
        warnAboveOf,
        [0, 2.5, undefined, null, '10', [5], true, -1],
        [0, 2.5, null, null, null, null, null, null],
      ],
      [staleAfterOf, [2 * MINUTE, never], [4 * MINUTE, 10 * MINUTE]],
      [firstTimeOf, ['local', 'service', undefined, 'LOCAL'], ['local', 'service', 'service', 'service']],
      [shownNamesOf, [['a', 7, 'b'], 'a', undefined], [['a', 'b'], [], []]],
    ];
  for (const [read, settings, expected] of cases) {
    it(`${read.name} converts valid settings, and replaces others`, () => {
      assert.deepEqual(
        settings.map((setting) => read(setting as never)),
        expected,
      );
    });
  }

  it('returns no page size that the service refuses, and refreshes at most once a minute', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (setting) => {
        const rows = pageSizeOf(setting);
        assert.ok(Number.isInteger(rows) && rows >= 10 && rows <= 100, `${rows}`);
        assert.ok(intervalOf(setting) >= MINUTE);
      }),
    );
  });
});
