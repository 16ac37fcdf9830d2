import assert from 'node:assert/strict';
import { shortTime } from '../../../src/text/zonedTime.ts';

describe('shortTime', () => {
  it('leaves out the seconds, and the year of now', () => {
    assert.equal(shortTime('2026-11-21 07:03:12', 2026), '11-21 07:03');
    assert.equal(shortTime('2025-12-31 23:59:59', 2026), '2025-12-31 23:59');
    assert.equal(shortTime(`${new Date().getFullYear()}-01-02 03:04:05`), '01-02 03:04');
  });

  it('leaves what it does not know as it was sent', () => {
    for (const time of [
      '',
      'yesterday',
      '2026-11-21T07:03:12Z',
      '2026-11-21 07:03',
      '2026-11-21 07:03:12\n$(x)',
    ]) {
      assert.equal(shortTime(time, 2026), time);
    }
  });
});
