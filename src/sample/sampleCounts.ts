import { Random } from './random.ts';
import type { SampleDomain } from './sampleDomains.ts';
import { compactDate, isoDate, isWeekend, type Timeline } from './timeline.ts';

const metrics = ['visitors', 'attackers', 'malicious_ips', 'bots'] as const;

/** The fraction of each additional day's visitors who were not counted on a previous day. */
const NEW_EACH_DAY = 0.6;

/**
 * Returns the visitor and attacker counts (section 2.3) for the days `from` to `to`, inclusive; days after `today` are
 * omitted. Days are numbered as in timeline.ts.
 */
export function countsData(
  { domain, timeline }: { readonly domain: SampleDomain; readonly timeline: Timeline },
  from: number,
  to: number,
  today: number,
): object {
  const length = Math.max(0, Math.min(to, today) - from + 1);
  const days = Array.from({ length }, (_, position) => from + position)
    .filter((day) => isReported(domain, day))
    .map((day) => dayCounts(domain, timeline, day));
  return {
    search_term: { from: compactDate(from), to: compactDate(to) },
    total_count: Object.fromEntries(
      metrics.map((metric) => [metric, metricTotal(days.map((day) => day[metric]))]),
    ),
    total_log: domain.story === 'no traffic' ? null : days,
    timezone: 'UTC',
  };
}

/** Returns true if the domain's counts include that day; a quiet domain omits about one day in three. */
function isReported({ index, story }: SampleDomain, day: number): boolean {
  if (story === 'no traffic') return false;
  return story !== 'quiet' || new Random(index, day, 1).chance(0.65);
}

/** Returns the counts of one day. Most of its logs are from different attackers. */
function dayCounts({ index, visitors: average }: SampleDomain, timeline: Timeline, day: number) {
  const random = new Random(index, day, 2);
  const visitors = Math.ceil(average * (isWeekend(day) ? 0.7 : 1) * (0.6 + 0.8 * random.next()));
  const { start, end } = timeline.between(day, day);
  const attackers = Math.ceil((end - start) * (0.6 + 0.4 * random.next()));
  const bots = Math.ceil(visitors * (0.1 + 0.1 * random.next()));
  return { date: isoDate(day), visitors, attackers, malicious_ips: attackers + random.between(0, 3), bots };
}

/**
 * Returns a metric object. The total is lower than the sum of the daily counts, because a visitor who is active on
 * several days is counted only once.
 */
function metricTotal(values: readonly number[]) {
  const sum = values.reduce((left, right) => left + right, 0);
  const most = Math.max(0, ...values);
  const total = most + Math.ceil((sum - most) * NEW_EACH_DAY);
  return { total, previous: null, change_rate: null, period_label: null };
}
