import assert from 'node:assert/strict';
import type * as Settings from '../../../src/ui/settings.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

const MINUTE = 60_000;
const never = Number.POSITIVE_INFINITY;

/** Each case: the function, the setting, and its values with the results. */
const CASES = [
  [
    'pageSize',
    'pageSize',
    [
      [10, 10],
      [57, 57],
      [undefined, 20],
      ['50', 20],
      [-1, 10],
      [9.6, 10],
      [20.4, 20],
      [1e9, 100],
    ],
  ],
  [
    'refreshInterval',
    'refreshInterval',
    [
      [5, 5 * MINUTE],
      [1.5, 1.5 * MINUTE],
      [0.99, MINUTE],
      [0, never],
      [-1, never],
      [null, 5 * MINUTE],
    ],
  ],
  [
    'staleAfter',
    'refreshInterval',
    [
      [2, 4 * MINUTE],
      [0, 10 * MINUTE],
    ],
  ],
  [
    'warnAbove',
    'statusBar.warnAbove',
    [
      [0, 0],
      [2.5, 2.5],
      [null, null],
      ['10', null],
      [-1, null],
    ],
  ],
  [
    'firstTime',
    'timeZone',
    [
      ['local', 'local'],
      ['service', 'service'],
      ['LOCAL', 'service'],
    ],
  ],
  [
    'shownNames',
    'report.shownNames',
    [
      [
        ['a', 7, 'b'],
        ['a', 'b'],
      ],
      ['a', []],
    ],
  ],
] as const;

describe('settings', () => {
  const profile = plainProfile();
  let window: FakeWindow;
  before(async () => {
    window = await FakeWindow.open(profile);
  });
  after(() => window.close());

  for (const [name, setting, values] of CASES) {
    it(`${name} converts valid values, and replaces others`, async () => {
      const settings = await window.load<typeof Settings>('ui/settings.ts');
      for (const [value, expected] of values) {
        profile.settings[`partnerLogs.${setting}`] = value;
        assert.deepEqual(settings[name](), expected, JSON.stringify(value));
      }
    });
  }
});
