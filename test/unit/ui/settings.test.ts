import assert from 'node:assert/strict';
import type * as Settings from '../../../src/ui/settings.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

const MINUTE = 60_000;
const never = Number.POSITIVE_INFINITY;

describe('settings', () => {
  const profile = plainProfile();
  let window: FakeWindow;
  let settings: typeof Settings;
  before(async () => {
    window = await FakeWindow.open(profile);
    settings = await window.load<typeof Settings>('ui/settings.ts');
  });
  after(() => window.close());

  for (const [name, setting, value, expected] of [
    ['pageSize', 'pageSize', 10, 10],
    ['pageSize', 'pageSize', 57, 57],
    ['pageSize', 'pageSize', undefined, 20],
    ['pageSize', 'pageSize', '50', 20],
    ['pageSize', 'pageSize', -1, 10],
    ['pageSize', 'pageSize', 20.4, 20],
    ['pageSize', 'pageSize', 1e9, 100],
    ['refreshInterval', 'refreshInterval', 1.5, 1.5 * MINUTE],
    ['refreshInterval', 'refreshInterval', 0.99, MINUTE],
    ['refreshInterval', 'refreshInterval', 0, never],
    ['refreshInterval', 'refreshInterval', -1, never],
    ['refreshInterval', 'refreshInterval', null, 5 * MINUTE],
    ['staleAfter', 'refreshInterval', 2, 4 * MINUTE],
    ['staleAfter', 'refreshInterval', 0, 10 * MINUTE],
    ['warnAbove', 'statusBar.warnAbove', 0, 0],
    ['warnAbove', 'statusBar.warnAbove', 2.5, 2.5],
    ['warnAbove', 'statusBar.warnAbove', null, null],
    ['warnAbove', 'statusBar.warnAbove', '10', null],
    ['warnAbove', 'statusBar.warnAbove', -1, null],
    ['firstTime', 'timeZone', 'local', 'local'],
    ['firstTime', 'timeZone', 'LOCAL', 'service'],
    ['shownNames', 'report.shownNames', ['a', 7, 'b'], ['a', 'b']],
    ['shownNames', 'report.shownNames', 'a', []],
  ] as const) {
    it(`${name} returns ${JSON.stringify(expected)} if ${setting} is ${JSON.stringify(value)}`, () => {
      profile.settings[`partnerLogs.${setting}`] = value;
      assert.deepEqual(settings[name](), expected);
    });
  }
});
