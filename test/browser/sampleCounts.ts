/** Counts as the extension sends them to the panel: typical ones, and ones that strain the views. */

import type { CountsPanelState, CountsView, DayRow, ToCountsPanel } from '../../src/counts/countsMessages.ts';

const FIRST = Date.UTC(2026, 4, 2);

/** Returns the date `index` days after 2 May 2026. */
export function date(index: number): string {
  return new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10);
}

/** Returns a day whose four numbers are about `scale` times those of a small shop. */
export function dayRow(index: number, scale = 1): DayRow {
  const wave = 1 + 0.4 * Math.sin(index * 1.3);
  const count = (base: number) => Math.round(base * wave * scale);
  return {
    date: date(index),
    values: { visitors: count(5_200), attackers: count(42), maliciousIps: count(90), bots: count(800) },
  };
}

const none = { previous: '', changeRate: '', periodLabel: '' };

export function countsView(days: readonly DayRow[], more: Partial<CountsView> = {}): CountsView {
  return {
    range: { from: days[0]?.date ?? date(0), to: days.at(-1)?.date ?? date(0) },
    timeZone: 'UTC',
    totals: {
      visitors: 83_439,
      attackers: 1_061,
      maliciousIps: 1_740,
      bots: 16_877,
    },
    comparisons: {
      visitors: { previous: '80012', changeRate: '+4.2 %', periodLabel: 'last month' },
      attackers: none,
      maliciousIps: none,
      bots: none,
    },
    days,
    notes: [],
    ...more,
  };
}

const month = Array.from({ length: 30 }, (_, index) => dayRow(index));

/** 30 days of a shop. */
export const domain: NonNullable<CountsPanelState['domain']> = {
  title: 'shop.example',
  span: 'last30',
  chosen: { from: '2026-05-02', to: '2026-05-31' },
  allowed: { from: '2026-02-01', to: '2026-05-31' },
  isReading: false,
};
export const usual: CountsPanelState = { domain, counts: { view: countsView(month), asOf: '14:05' } };

const LONG = 'a-name-that-goes-on.'.repeat(12);
const HOSTILE = '<img src=x onerror=alert(1)>\u202egpj.exe $(bug) [x](command:y)';

const hostile = { previous: HOSTILE, changeRate: LONG.slice(0, 100), periodLabel: HOSTILE };

/** Gaps, a negative count, numbers of very different magnitudes, and attack texts. */
export const extreme: CountsPanelState = {
  domain: { ...domain, title: `${HOSTILE}${LONG}`, span: 'all' },
  counts: {
    asOf: '14:05',
    problem: `The service failed (500 ${HOSTILE}).`,
    view: countsView(
      [
        ...Array.from({ length: 120 }, (_, index) =>
          index % 11 < 2 ? { date: date(index - 90) } : dayRow(index - 90, index > 60 ? 1_000 : 0.02),
        ),
        dayRow(30),
        {
          date: date(31),
          values: { visitors: 2 ** 53 - 1, attackers: -5, maliciousIps: 0, bots: 3_000_000 },
        },
      ],
      {
        timeZone: HOSTILE,
        notes: [`The time zone “${HOSTILE}” is unknown.`, LONG],
        totals: {
          visitors: 2 ** 53 - 1,
          attackers: -5,
          maliciousIps: 0,
          bots: 3_000_000,
        },
        comparisons: { visitors: hostile, attackers: hostile, maliciousIps: hostile, bots: hostile },
      },
    ),
  },
};

export const loading: CountsPanelState = { domain: { ...domain, isReading: true } };

export const failed: CountsPanelState = {
  domain,
  failure: {
    headline: 'The service did not accept the API key (401 RES000033 “Unauthorized”).',
    cause: 'The key may be wrong or no longer valid.',
    next: 'Replace Key…',
    canTryAgain: true,
  },
};

export function show(state: CountsPanelState, more: Partial<ToCountsPanel> = {}): ToCountsPanel {
  return { state, ...more };
}
