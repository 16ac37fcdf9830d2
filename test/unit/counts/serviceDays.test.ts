import assert from 'node:assert/strict';
import { ServiceDays } from '../../../src/counts/serviceDays.ts';

describe('ServiceDays', () => {
  it('keeps the zones of a connection whose name begins with that of a forgotten one', () => {
    const days = new ServiceDays();
    days.learn({ connectionId: 'Prod', index: 12 }, 'UTC');
    days.learn({ connectionId: 'Prod/12', index: 3 }, 'Asia/Seoul');
    assert.equal(days.zoneOf({ connectionId: 'Prod', index: 12 }), 'UTC');
    days.forget(new Set(['Prod']));
    assert.equal(days.zoneOf({ connectionId: 'Prod', index: 12 }), undefined);
    assert.equal(days.zoneOf({ connectionId: 'Prod/12', index: 4 }), 'Asia/Seoul');
  });

  it('learns the zone from another response if that of the counts has none', () => {
    const [days, domain] = [new ServiceDays(), { connectionId: 'a', index: 7 }];
    days.learn(domain, '');
    assert.equal(days.learnFirst(domain, 'Asia/Seoul'), true);
  });
});
