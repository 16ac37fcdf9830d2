import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { TodaysCounts } from '../../../src/counts/counts.ts';
import {
  type CountsStatus,
  type DomainStatus,
  type StatusOptions,
  statusText,
} from '../../../src/counts/statusText.ts';
import { MINUTE } from './countsWorld.ts';

const NOW = new Date(2026, 4, 31, 14, 5);
const options: StatusOptions = { warnAbove: null, staleAfter: 10 * MINUTE, now: NOW };

function known(attackers: number, more: Partial<TodaysCounts> = {}): TodaysCounts {
  return {
    day: '2026-05-31',
    timeZone: 'UTC',
    values: { visitors: 5_200, attackers, maliciousIps: 99, bots: 812 },
    at: NOW,
    fault: undefined,
    ...more,
  };
}

const failed = known(0, {
  values: undefined,
  at: undefined,
  fault: new ServiceError('server-error', 'down', { status: 500, messageValue: 'down [x](command:y)' }),
});

const domain = (name: string, counts: TodaysCounts | undefined): DomainStatus => ({ name, counts });

function status(domains: readonly DomainStatus[], more: Partial<StatusOptions> = {}): CountsStatus {
  const found = statusText(domains, { ...options, ...more });
  assert.ok(found);
  return found;
}

describe('statusText', () => {
  it('says nothing when no domain is pinned', () => {
    assert.equal(statusText([], options), undefined);
  });

  const UNKNOWN = "Today's number of attackers is unknown";
  const unsent = known(0, { values: { visitors: 1, attackers: null, maliciousIps: 1, bots: 1 } });
  for (const [what, counts, text, label] of [
    ['one domain', [known(42)], '$(shield) 42 attackers', '42 attackers today'],
    ['one attacker', [known(1)], '$(shield) 1 attacker', '1 attacker today'],
    ['none', [known(0)], '$(shield) 0 attackers', '0 attackers today'],
    ['many', [known(3_000_000), known(42)], '$(shield) 3,000,042 attackers', '3,000,042 attackers today'],
    ['nothing read', [undefined], '$(shield) – attackers', UNKNOWN],
    ['a number that the service does not know', [unsent], '$(shield) – attackers', UNKNOWN],
    ['one of two not read yet', [known(3), undefined], '$(shield) – attackers', UNKNOWN],
    ['failing', [failed], '$(warning) – attackers', `${UNKNOWN}, last refresh failed`],
    [
      'one of two',
      [known(3), failed],
      '$(warning) ≥ 3 attackers',
      '≥ 3 attackers today, last refresh failed',
    ],
    [
      'failing after it was read',
      [known(3, { fault: failed.fault })],
      '$(warning) 3 attackers',
      '3 attackers today, last refresh failed',
    ],
  ] as const) {
    it(`says “${text}” of ${what}`, () => {
      const found = status(counts.map((each) => domain('a', each)));
      assert.deepEqual([found.text, found.label, found.warning], [text, label, false]);
    });
  }

  it('says since when a number is old: after twice the interval, and not before', () => {
    const at = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);
    assert.equal(status([domain('a', known(3, { at: at(10) }))]).text, '$(shield) 3 attackers');
    const old = status([domain('a', known(3)), domain('b', known(4, { at: at(11) }))]);
    assert.equal(old.text, '$(shield) 7 attackers as of 13:54');
    assert.match(old.label, /as of 13:54/);
    assert.match(old.tooltip.flat().join('\n'), /as of 13:54/);
    const yesterday = status([domain('a', known(3, { at: new Date(2026, 4, 30, 23, 0) }))]);
    assert.equal(yesterday.text, '$(shield) 3 attackers as of May 30, 23:00');
  });

  it('is a warning from the level on, also while one domain is unknown', () => {
    const domains = [domain('a', known(30)), domain('b', known(20))];
    assert.equal(status(domains, { warnAbove: 51 }).warning, false);
    assert.equal(status(domains, { warnAbove: 50 }).warning, true);
    assert.equal(status([...domains, domain('c', undefined)], { warnAbove: 50 }).warning, true);
    assert.equal(status([domain('c', undefined)], { warnAbove: 0 }).warning, false);
  });

  it('does not warn by its colour alone', () => {
    const above = status([domain('a', known(5_000))], { warnAbove: 5_000 });
    assert.equal(above.text, '$(flame) 5,000 attackers');
    assert.equal(above.label, '5,000 attackers today, at or above the warning level of 5,000');
    const failing = status([domain('a', known(5_000, { fault: failed.fault }))], { warnAbove: 5_000 });
    assert.equal(failing.text, '$(warning) 5,000 attackers');
  });

  it('has the four numbers, the day and its zone, and when they were read, in the tooltip', () => {
    const [lines] = status([domain('shop.example', known(42))]).tooltip;
    assert.deepEqual(lines?.slice(0, 3), [
      'shop.example',
      'Visitors: 5,200, Attackers: 42, Malicious IPs: 99, Bots: 812',
      '2026-05-31 (UTC), as of 14:05',
    ]);
  });

  it('says that a sum may count one attacker twice', () => {
    const note = 'Attackers that target several domains might be counted more than once.';
    const two = status([domain('a', known(1)), domain('b', known(1))]);
    assert.deepEqual(two.tooltip.at(-1), [note]);
    for (const domains of [[domain('a', known(1))], [domain('a', known(1)), domain('b', failed)]]) {
      assert.ok(!status(domains).tooltip.flat().includes(note));
    }
  });

  it('names ten domains, and how many more there are', () => {
    const domains = Array.from({ length: 200 }, (_, index) => domain(`d${index}`, known(index)));
    const { tooltip, text } = status(domains);
    assert.equal(text, '$(shield) 19,900 attackers');
    assert.deepEqual([tooltip[9]?.[0], tooltip[10]], ['d9', ['190 more domains']]);
  });
});
